"""Writes crates/morfem/src/surface/emoji.txt: a thousand emoji that a vocabulary with general text has as tokens, one a line.

    python -m tools.emoji_table TEXT ...

The order is the number of occurrences in the texts, which say little of rare ones; then a list by hand: faces, hearts and hands, hands in
five skin tones, families and people, flags of the most populous countries; then all other emoji in the order of their code points. Which
characters are emoji, and which take a skin tone, says Unicode (Unicode License v3), through the package `regex`.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import regex

TABLE = Path(__file__).resolve().parent.parent / "crates" / "morfem" / "src" / "surface" / "emoji.txt"
MOST = 1000
# Emoji that occur less often in the texts have the place that the list by hand gives them.
LEAST = 5

_ELEMENT = r"(?:\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|\p{Emoji}\uFE0F\u20E3?|\p{Emoji_Presentation})"
_EMOJI = regex.compile(rf"\p{{RI}}\p{{RI}}|{_ELEMENT}(?:\u200D(?:{_ELEMENT}|\p{{Emoji}}))*")
_TONES = [chr(code) for code in range(0x1F3FB, 0x1F400)]

_PEOPLE = (
    "❤️‍🔥 ❤️‍🩹 🤷‍♂️ 🤷‍♀️ 🤦‍♂️ 🤦‍♀️ 🙋‍♀️ 🙋‍♂️ 🙆‍♀️ 🙅‍♀️ 🙅‍♂️ 💁‍♀️ 💁‍♂️ 🙇‍♂️ 🙇‍♀️ 👩‍💻 👨‍💻 👩‍🎓 👨‍🎓 👩‍🏫 👨‍🏫 👩‍⚕️ 👨‍⚕️ 👩‍🍳 "
    "👨‍🍳 👩‍🔬 👨‍🔬 👩‍🚀 👨‍🚀 👮‍♂️ 👮‍♀️ 🏃‍♂️ 🏃‍♀️ 🚶‍♂️ 🚶‍♀️ 💃 🧘‍♀️ 🧘‍♂️ 🏋️‍♂️ 🏋️‍♀️ 🚴‍♂️ 🚴‍♀️ 🏊‍♂️ 🏊‍♀️ 👨‍👩‍👧 👨‍👩‍👦 👨‍👩‍👧‍👦 👨‍👩‍👦‍👦 "
    "👨‍👩‍👧‍👧 👩‍❤️‍👨 👩‍❤️‍💋‍👨 👩‍👧 👩‍👦 👨‍👧 👨‍👦 🏳️‍🌈 🏴‍☠️ 👁️‍🗨️ 😮‍💨 😵‍💫 😶‍🌫️ 🧑‍💻 🧑‍🎄 🧔‍♂️ 👱‍♀️ 🧚‍♀️ 🧜‍♀️ 🦸‍♂️ 🐻‍❄️ 🐈‍⬛ 👯‍♀️ "
)
_FLAGS = (
    "TR US GB DE FR IL PS SA EG IQ SY JO LB AE QA KW MA DZ TN LY YE OM BH SD "
    "MY ID SG BN TH PH VN KR KP JP CN TW HK IN PK BD LK NP AF IR AZ KZ UZ TM "
    "KG TJ RU UA BY PL CZ SK HU RO BG GR CY RS HR BA AL MK ME SI XK IT ES PT "
    "NL BE CH AT SE NO DK FI IS IE EU CA MX BR AR CL CO PE VE CU AU NZ ZA NG "
    "KE ET GH GE AM "
)
_FIRST = (
    "😂 ❤️ 🤣 👍 😭 🙏 😘 🥰 😍 😊 🎉 😁 💕 🥺 😅 🔥 ☺️ 🤦 ♥️ 🤷 🙄 😆 🤗 😉 "
    "🎂 🤔 👏 🙂 😳 🥳 😎 👌 💜 😔 💪 ✨ 💖 👀 😋 😏 😢 👉 💗 😩 💯 🌹 💞 🎈 "
    "💙 😃 😡 💐 😜 🙈 🤞 😄 🤤 🙌 🤪 ❣️ 😀 💋 💀 👇 💔 😌 💓 🤩 🙃 😬 😱 😴 "
    "🤭 😐 🌞 😒 😇 🌸 😈 🎶 ✌️ 🎊 🥵 😞 💚 ☀️ 🖤 💰 😚 👑 🎁 💥 🙋 ☹️ 😑 🥴 "
    "👈 💩 ✅ 👋 🤮 😤 🤢 🌟 ❗ 😥 🌈 💛 😝 😫 😲 🖕 ‼️ 🔴 🌻 🤯 💃 👊 🤬 🏃 "
    "🤧 ✔️ ☕ 📷 📸 🚀 ⭐ ❌ ⚠️ 💡 📌 📍 ➡️ ⬇️ ▶️ 🤝 🫶 🫡 🫠 🥹 ⚽ 🏆 🏠 🚗 "
    "✈️ 🌍 🌙 🌷 🍀 🍕 🎵 📚 📖 💻 📱 💼 🔗 🔔 🔑 🔒 ⏰ ⏳ 🕊️ 🕌 🐶 🐱 🦁 🐍 "
    "🦋 🐝 🌊 🌲 🍎 🍇 🍉 🍌 1️⃣ 2️⃣ 3️⃣ 4️⃣ 5️⃣ 6️⃣ 7️⃣ 8️⃣ 9️⃣ 0️⃣ #️⃣ "
)
_TONED = "👍 🙏 👏 👌 💪 👋 🙌 👊 ✌️ 🤞 🤝 👇 👉 👈 👆 ☝️ ✊ 🤘 🖐️ ✋ 🤲 🤙 🤟 👶 👧 👦 👩 👨 🧑 👵 👴 💃 🙋 🤷 🤦 🏃 "


def occurring(paths: list[str]) -> Iterator[str]:
    """The emoji that are frequent in the texts, the most frequent first."""
    counts: Counter[str] = Counter()
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                if not line.isascii():
                    counts.update(_EMOJI.findall(line))
    yield from (emoji for emoji, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if count >= LEAST)


def by_hand() -> Iterator[str]:
    """The list by hand, then all other emoji of one code point."""
    yield from _FIRST.split()
    for emoji in _TONED.split():
        yield from (emoji.rstrip("\ufe0f") + tone for tone in _TONES)
    yield from _PEOPLE.split()
    for code in _FLAGS.split():
        yield "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in code)
    for pattern, end in ((r"\p{Emoji_Presentation}", ""), (r"\p{Emoji}", "\ufe0f")):
        is_emoji = regex.compile(pattern)
        yield from (chr(code) + end for code in [*range(0x1F300, 0x1FB00), *range(0x2190, 0x3300)] if is_emoji.match(chr(code)))


def main() -> None:
    """Writes the table."""
    found = dict.fromkeys(emoji for emoji in [*occurring(sys.argv[1:]), *by_hand()] if not emoji.isascii())
    chosen = list(found)[:MOST]
    TABLE.write_text("".join(f"{emoji}\n" for emoji in chosen), encoding="utf-8")
    print(f"{TABLE.name}: {len(chosen)} of {len(found)} emoji", file=sys.stderr)


if __name__ == "__main__":
    main()
