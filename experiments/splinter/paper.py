"""The figures of the paper (Gazit et al. 2025), table by table. Its vocabularies have neither bytes nor specials.

Table 3 is of Hebrew, trained on Wikipedia and judged on a tenth of HeDC4; table 4 is of Wikipedia.
"""

SIZES = (800, 1_000, 2_000, 10_000, 32_000, 64_000, 128_000)
COLUMNS = ("plausibility", "renyi", "tokens", "many", "single", "neighbours")
# size: vanilla, Splinter
BPE: dict[int, tuple[tuple[float, ...], tuple[float, ...]]] = {
    128_000: ((0.157, 0.524, 1.146, 0.0053, 0.0600, 2674), (0.179, 0.527, 1.165, 0.0098, 0.0681, 2640)),
    64_000: ((0.181, 0.565, 1.224, 0.0075, 0.0705, 4272), (0.206, 0.567, 1.248, 0.0143, 0.0835, 4188)),
    32_000: ((0.201, 0.610, 1.336, 0.0112, 0.0876, 5754), (0.223, 0.612, 1.365, 0.0204, 0.1066, 5631)),
    10_000: ((0.196, 0.690, 1.606, 0.0228, 0.1326, 5652), (0.226, 0.687, 1.651, 0.0386, 0.1656, 5555)),
    2_000: ((0.149, 0.760, 2.137, 0.0744, 0.2590, 1855), (0.207, 0.756, 2.270, 0.1157, 0.3332, 1815)),
    1_000: ((0.109, 0.774, 2.436, 0.1333, 0.3447, 925), (0.184, 0.763, 2.713, 0.2282, 0.4859, 895)),
    800: ((0.102, 0.779, 2.543, 0.1603, 0.3770, 734), (0.182, 0.762, 2.890, 0.2870, 0.5437, 705)),
}
# language, size: vanilla, Splinter; no plausibility
WIKIPEDIA: dict[tuple[str, int], tuple[tuple[float, ...], tuple[float, ...]]] = {
    ("ar", 128_000): ((0.427, 1.134, 0.0055, 0.0754, 1444), (0.430, 1.158, 0.0107, 0.0784, 1520)),
    ("ar", 2_000): ((0.736, 2.117, 0.1125, 0.2937, 1824), (0.744, 2.276, 0.1670, 0.3791, 1784)),
    ("ms", 128_000): ((0.471, 1.088, 0.0055, 0.0445, 337), (0.479, 1.135, 0.0156, 0.0598, 354)),
    ("ms", 2_000): ((0.756, 2.150, 0.1465, 0.2923, 1215), (0.770, 2.724, 0.2879, 0.4337, 1055)),
}
# The published program at 32,000 (BPE, Unigram inside) and SentencePiece, measured on the same gold data and lines as our models.
EXACT_LINES = {"he": 0.015, "ar": 0.046, "ms": 0.023}
RESIDUE = {"he": 0.742, "ar": 0.792}
ROOT_TOKEN = {"he": (0.312, 0.204), "ar": (0.468, 0.293)}
