"""``kibitz system`` and ``kibitz tell``: check, print and follow the rules that a pair plays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from kibitz.asking import Kibitz
from kibitz.cli.forms import command
from kibitz.cli.library import LibraryOption
from kibitz.cli.output import Json, console, print_json
from kibitz.cli.progress import progress
from kibitz.errors import UsageError
from kibitz.games.bridge.typed import DealerText, VulnerabilityText
from kibitz.places import Places
from kibitz.wording import percent

if TYPE_CHECKING:
    from kibitz.bidding.judging.experts import BesideExperts
    from kibitz.bidding.systems.checking import SystemCheck
    from kibitz.bidding.systems.system import RuleSystem
    from kibitz.games.bridge.auction import Auction
    from kibitz.games.bridge.deal import Deal

app = typer.Typer(
    help="The rules a pair plays.\n\nExample: kibitz system card",
    no_args_is_help=True,
    rich_markup_mode=None,
)

FileArgument = Annotated[
    Path | None, typer.Argument(help="A system's file; else the house system.", metavar="[FILE]")
]
SystemFile = Annotated[
    Path | None, typer.Option("--system", help="A system's file; else the house system.")
]
SHOWN, SHOWN_RULES = 20, 8


@app.command()
def check(
    file: FileArgument = None,
    boards: Annotated[int, typer.Option(min=1, help="How many boards are dealt.")] = 2000,
    tables: Annotated[
        int, typer.Option(min=0, help="How many tables of your library are compared.")
    ] = 500,
    seed: Annotated[
        int, typer.Option(help="The same number gives the same boards and tables.")
    ] = 1,
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Check a system: where it contradicts itself, where it is silent, where experts differ.

    Boards are dealt and bid by the system in all four seats. It is a contradiction if two rules of
    equal priority call differently with a hand, if a call promises what the hand does not hold, or
    if a forcing call is passed; an auction without an applicable rule is a gap. If calls were
    learned from your library, the rules are also compared with what experts called with the same
    hands, starting with the rule they follow least often.

    Example: kibitz system check --boards 100
    """
    from kibitz.bidding.systems.checking import check as check_system
    from kibitz.bidding.systems.file import BadSystemError, open_system

    try:
        system = open_system(file)
    except BadSystemError as bad:
        if as_json:
            print_json({"problems": [{"line": p.line, "text": p.text} for p in bad.problems]})
            raise typer.Exit(1) from bad
        raise UsageError("\n".join(str(problem) for problem in bad.problems)) from bad
    with progress("boards", boards) as advance:
        checked = check_system(system, boards, seed, advance)
    experts = _beside_experts(system, library, tables, seed)
    if as_json:
        print_json(
            {
                **_checked_json(checked, system),
                "experts": None if experts is None else experts.to_json(),
            }
        )
    else:
        _show_checked(checked, system)
        _show_experts(experts)
    if checked.faults:
        raise typer.Exit(1)


def _beside_experts(
    system: RuleSystem, library: Path | None, tables: int, seed: int
) -> BesideExperts | None:
    """What experts did at tables of the library; None if no calls were learned."""
    from kibitz.bidding.calls.memory import CallMemory
    from kibitz.bidding.judging.experts import beside_experts

    memory = CallMemory.open(Places.of(library).calls) if tables else None
    if memory is None:
        return None
    with progress("tables", min(tables, len(memory.auctions))) as advance:
        return beside_experts(system, memory, tables, seed, advance)


def _show_experts(experts: BesideExperts | None) -> None:
    out = console()
    if experts is None:
        out.print("\nNo auctions were learned from your library, so no experts could be compared.")
        return
    same = percent(experts.agreed / experts.spoken) if experts.spoken else "none"
    out.print(
        f"\nAt {experts.tables:,} tables of your library a rule speaks for {experts.spoken:,} of "
        f"{experts.decisions:,} calls, and {same} of them were the rule's. Most often otherwise:"
    )
    for one in experts.otherwise[:SHOWN_RULES]:
        out.print(f"  {one}")


def _checked_json(checked: SystemCheck, system: RuleSystem) -> dict[str, object]:
    return {
        "system": system.name,
        "rules": len(system.rules),
        "boards": checked.boards,
        "calls": checked.calls,
        "by_default": checked.by_default,
        "contradictions": [
            {**fault.to_json(), "times": times} for fault, times in checked.first_faults()
        ],
        "gaps": [{"auction": auction, "times": n} for auction, n in checked.silent.most_common()],
        "unused": checked.unused(system),
    }


def _show_checked(checked: SystemCheck, system: RuleSystem) -> None:
    out = console()
    out.print(
        f"{system.name}: {len(system.rules)} rules, {checked.boards:,} boards, "
        f"{checked.calls:,} calls, {checked.by_default:,} of them passes by default."
    )
    faults = checked.first_faults()
    if not faults:
        out.print("No call contradicts the rules.")
    for fault, times in faults[:SHOWN]:
        lines = ", ".join(f"line {line}" for line in fault.lines if line)
        out.print(f"{fault.text} ({lines}; {times} times)")
        out.print(f"    {fault.hand} after {fault.auction or 'nothing'}")
    if checked.silent:
        out.print(f"\nNo rule applies in {len(checked.silent):,} auctions; the most frequent:")
        for auction, times in checked.silent.most_common(SHOWN):
            out.print(f"{times:6}  {auction}")
    unused = checked.unused(system)
    if unused:
        out.print(f"\n{len(unused)} rules were never used: {', '.join(unused[:SHOWN])}")


@app.command()
def card(file: FileArgument = None, as_json: Json = False) -> None:
    """Print the convention card of a system, in words.

    Example: kibitz system card
    """
    from kibitz.bidding.systems.card import convention_card
    from kibitz.bidding.systems.file import open_system

    system = open_system(file)
    headings = convention_card(system)
    if as_json:
        about = {"system": system.name, "about": system.about}
        print_json({**about, "situations": [heading.to_json() for heading in headings]})
        return
    out = console()
    out.print(f"{system.name}. {system.about}")
    for heading in headings:
        out.print(f"\n{heading.name}", style="bold")
        out.print(heading.where, style="dim")
        table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        for line in heading.lines:
            table.add_row(line.call, f"{line.rule}: {line.words}" if line.words else line.rule,
                          line.forcing)  # fmt: skip
        out.print(table)


@app.command()
@command
def bid(
    file: FileArgument = None,
    hand: Annotated[str, typer.Option(help="One hand: what does it call?")] = "",
    auction: Annotated[str, typer.Option(help="With --hand: the calls so far.")] = "",
    deal: Annotated[str, typer.Option(help="Four hands, bid to the end: N:... ... ... ...")] = "",
    dealer: DealerText = "N",
    vulnerability: VulnerabilityText = "none",
    as_json: Json = False,
) -> None:
    """What a system calls with a hand, or how it bids a whole deal, explained in words.

    Example: kibitz system bid --hand AQ7.KJ985.K2.T43
    """
    from kibitz.bidding.systems.file import open_system
    from kibitz.games.bridge.deal import Deal
    from kibitz.games.bridge.typed import typed_auction

    if bool(hand) is bool(deal):
        raise UsageError("Give either a hand or a deal.")
    system = open_system(file)
    if hand:
        _bid_hand(system, hand, typed_auction(auction, dealer), vulnerability, as_json)
        return
    try:
        whole = Deal.parse(deal)
    except ValueError as error:
        raise UsageError(f"{deal!r} is not a deal: {error}") from error
    _bid_deal(system, whole, dealer, vulnerability, as_json)


def _bid_hand(system: RuleSystem, hand: str, auction: Auction, vul: str, as_json: bool) -> None:
    from kibitz.bidding.systems.bidding import bids
    from kibitz.bidding.systems.telling import decision_words
    from kibitz.games.bridge.typed import typed_hand, typed_vulnerability
    from kibitz.wording import call_text

    if auction.is_over:
        raise UsageError("This auction is over.")
    decision = bids(system, typed_hand(hand), auction, typed_vulnerability(vul))
    words = decision_words(decision)
    if as_json:
        print_json({"call": str(decision.call), "rule": decision.rule, "words": words,
                    "line": decision.line})  # fmt: skip
        return
    console().print(f"{call_text(decision.call)} ({decision.rule}){': ' if words else ''}{words}")


def _bid_deal(system: RuleSystem, deal: Deal, dealer: str, vul: str, as_json: bool) -> None:
    from kibitz.bidding.conventions.telling import with_names
    from kibitz.bidding.systems.bidding import bid_deal
    from kibitz.bidding.systems.telling import read
    from kibitz.games.bridge.typed import typed_auction, typed_vulnerability
    from kibitz.wording import contract_text

    vulnerability = typed_vulnerability(vul)
    bidden = bid_deal(system, deal, typed_auction("", dealer), vulnerability)
    chain = with_names(read(system, bidden.auction, vulnerability))
    contract = bidden.auction.contract
    if as_json:
        print_json({"contract": None if contract is None else str(contract), **chain.to_json()})
        return
    for act, decision in zip(chain.acts, bidden.decisions, strict=True):
        console().print(f"{act.seat.name.capitalize():6}{act}  ({decision.rule})")
    console().print(contract_text(contract, by=True))


@command
def tell(
    auction: Annotated[str, typer.Argument(help='The calls: "1H P 2H P 4H".')],
    system: SystemFile = None,
    dealer: DealerText = "N",
    vulnerability: VulnerabilityText = "none",
    library: LibraryOption = None,
    as_json: Json = False,
) -> None:
    """Explain an auction call by call: what each call does and shows, and by which rule.

    If no rule covers a call, it is explained by the hands that experts of your library held.

    Example: kibitz tell "1H P 2H P 3C P 4H"
    """
    from kibitz.bidding.conventions.telling import with_names
    from kibitz.bidding.judging.experts import experts_hands
    from kibitz.bidding.systems.file import open_system
    from kibitz.bidding.systems.telling import ground_text, read
    from kibitz.cardplay.inferences.acts import with_inferences
    from kibitz.games.bridge.typed import typed_auction, typed_vulnerability

    hands = experts_hands(Kibitz(Places.of(library)).meanings)
    heard, colours = typed_auction(auction, dealer), typed_vulnerability(vulnerability)
    chain = with_inferences(with_names(read(open_system(system), heard, colours, hands)))
    if as_json:
        print_json(chain.to_json())
        return
    console().print(str(chain))
    console().print()
    for act in chain.acts:
        if act.grounds:
            grounds = ", ".join(map(ground_text, act.grounds))
            console().print(f"{act.seat.name.capitalize():6}{act}  ({grounds})")
