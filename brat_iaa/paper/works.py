"""Works to cite, by the short names that signatures use, such as RD13 and Cohen1960."""

import re
from typing import NamedTuple

from brat_iaa import __version__

_NAMED = re.compile(r"(?<![A-Za-z0-9])([A-Z]{2}\d{2}|[A-Z][a-z]+\d{4})(?![A-Za-z0-9])")
TOOL, BRAT = "brat-agreement", "Stenetorp2012"


class Work(NamedTuple):
    """A work: how a text refers to it, and its BibTeX entry."""

    cited: str
    kind: str
    fields: dict

    def bibtex(self, key):
        """The entry as BibTeX."""
        lines = [f"  {name} = {{{value}}}" for name, value in self.fields.items()]
        return f"@{self.kind}{{{key},\n" + ",\n".join(lines) + "\n}"


def named_in(signatures):
    """The short names of the works that signatures name, each once, in order."""
    names = (name for signature in signatures for name in _NAMED.findall(signature))
    return list(dict.fromkeys(name for name in names if name in WORKS))


def cite(name):
    """ "(Krippendorff, 2004)" """
    return f"({WORKS[name].cited})"


def bibliography(names):
    """The works of these short names as BibTeX, in order, each once."""
    return "\n\n".join(WORKS[name].bibtex(name) for name in dict.fromkeys(names))


WORKS = {
    "RD13": Work(
        "Ragheb and Dickinson, 2013",
        "inproceedings",
        {
            "author": "Ragheb, Marwa and Dickinson, Markus",
            "title": "Inter-annotator Agreement for Dependency Annotation of Learner Language",
            "booktitle": "Proceedings of the Eighth Workshop on Innovative Use of {NLP} for "
            "Building Educational Applications",
            "year": "2013",
            "url": "https://aclanthology.org/W13-1723",
        },
    ),
    "SK14": Work(
        "Skjærholt, 2014",
        "inproceedings",
        {
            "author": "Skj{\\ae}rholt, Arne",
            "title": "A chance-corrected measure of inter-annotator agreement for syntax",
            "booktitle": "Proceedings of the 52nd Annual Meeting of the Association for "
            "Computational Linguistics",
            "year": "2014",
            "url": "https://aclanthology.org/P14-1088",
        },
    ),
    "PA04": Work(
        "Passonneau, 2004",
        "inproceedings",
        {
            "author": "Passonneau, Rebecca J.",
            "title": "Computing Reliability for Coreference Annotation",
            "booktitle": "Proceedings of the Fourth International Conference on Language "
            "Resources and Evaluation ({LREC})",
            "year": "2004",
        },
    ),
    "PA06": Work(
        "Passonneau, 2006",
        "inproceedings",
        {
            "author": "Passonneau, Rebecca J.",
            "title": "Measuring Agreement on Set-valued Items ({MASI}) for Semantic and Pragmatic "
            "Annotation",
            "booktitle": "Proceedings of the Fifth International Conference on Language Resources "
            "and Evaluation ({LREC})",
            "year": "2006",
        },
    ),
    "MI10": Work(
        "Mírovský et al., 2010",
        "inproceedings",
        {
            "author": "M{\\'i}rovsk{\\'y}, Ji{\\v r}{\\'i} and Mladov{\\'a}, Lucie and "
            "Zik{\\'a}nov{\\'a}, {\\v S}{\\'a}rka",
            "title": "Connective-Based Measuring of the Inter-Annotator Agreement in the "
            "Annotation of Discourse in {PDT}",
            "booktitle": "Coling 2010: Posters",
            "year": "2010",
        },
    ),
    "BE16": Work(
        "Berzak et al., 2016",
        "inproceedings",
        {
            "author": "Berzak, Yevgeni and Huang, Yan and Barbu, Andrei and Korhonen, Anna and "
            "Katz, Boris",
            "title": "Anchoring and Agreement in Syntactic Annotations",
            "booktitle": "Proceedings of the 2016 Conference on Empirical Methods in Natural "
            "Language Processing",
            "year": "2016",
            "url": "https://aclanthology.org/D16-1239",
        },
    ),
    "KR04": Work(
        "Krippendorff, 2004",
        "book",
        {
            "author": "Krippendorff, Klaus",
            "title": "Content Analysis: An Introduction to Its Methodology",
            "edition": "Second",
            "publisher": "Sage",
            "year": "2004",
        },
    ),
    "Krippendorff2016": Work(
        "Krippendorff et al., 2016",
        "article",
        {
            "author": "Krippendorff, Klaus and Mathet, Yann and Bouvry, St{\\'e}phane and "
            'Widl{\\"o}cher, Antoine',
            "title": "On the Reliability of Unitizing Textual Continua: Further Developments",
            "journal": "Quality \\& Quantity",
            "volume": "50",
            "number": "6",
            "pages": "2347--2364",
            "year": "2016",
        },
    ),
    "Mathet2015": Work(
        "Mathet et al., 2015",
        "article",
        {
            "author": "Mathet, Yann and Widl{\\\"o}cher, Antoine and M{\\'e}tivier, Jean-Philippe",
            "title": "The Unified and Holistic Method Gamma ($\\gamma$) for Inter-Annotator "
            "Agreement Measure and Alignment",
            "journal": "Computational Linguistics",
            "volume": "41",
            "number": "3",
            "pages": "437--479",
            "year": "2015",
        },
    ),
    "HR05": Work(
        "Hripcsak and Rothschild, 2005",
        "article",
        {
            "author": "Hripcsak, George and Rothschild, Adam S.",
            "title": "Agreement, the {F}-Measure, and Reliability in Information Retrieval",
            "journal": "Journal of the American Medical Informatics Association",
            "volume": "12",
            "number": "3",
            "pages": "296--298",
            "year": "2005",
        },
    ),
    "Bouma2020": Work(
        "Bouma et al., 2020",
        "inproceedings",
        {
            "author": "Bouma, Gosse and Seddah, Djam{\\'e} and Zeman, Daniel",
            "title": "Overview of the {IWPT} 2020 Shared Task on Parsing into Enhanced Universal "
            "Dependencies",
            "booktitle": "Proceedings of the 16th International Conference on Parsing Technologies "
            "and the {IWPT} 2020 Shared Task",
            "year": "2020",
            "pages": "151--161",
        },
    ),
    "Cohen1960": Work(
        "Cohen, 1960",
        "article",
        {
            "author": "Cohen, Jacob",
            "title": "A Coefficient of Agreement for Nominal Scales",
            "journal": "Educational and Psychological Measurement",
            "volume": "20",
            "number": "1",
            "pages": "37--46",
            "year": "1960",
        },
    ),
    "Fleiss1971": Work(
        "Fleiss, 1971",
        "article",
        {
            "author": "Fleiss, Joseph L.",
            "title": "Measuring Nominal Scale Agreement among Many Raters",
            "journal": "Psychological Bulletin",
            "volume": "76",
            "number": "5",
            "pages": "378--382",
            "year": "1971",
        },
    ),
    "Gwet2008": Work(
        "Gwet, 2008",
        "article",
        {
            "author": "Gwet, Kilem Li",
            "title": "Computing Inter-Rater Reliability and Its Variance in the Presence of High "
            "Agreement",
            "journal": "British Journal of Mathematical and Statistical Psychology",
            "volume": "61",
            "number": "1",
            "pages": "29--48",
            "year": "2008",
        },
    ),
    "Gwet2014": Work(
        "Gwet, 2014",
        "book",
        {
            "author": "Gwet, Kilem Li",
            "title": "Handbook of Inter-Rater Reliability",
            "edition": "4th",
            "publisher": "Advanced Analytics",
            "year": "2014",
        },
    ),
    "Artstein2008": Work(
        "Artstein and Poesio, 2008",
        "article",
        {
            "author": "Artstein, Ron and Poesio, Massimo",
            "title": "Inter-Coder Agreement for Computational Linguistics",
            "journal": "Computational Linguistics",
            "volume": "34",
            "number": "4",
            "pages": "555--596",
            "year": "2008",
            "url": "https://aclanthology.org/J08-4004",
        },
    ),
    "Light1971": Work(
        "Light, 1971",
        "article",
        {
            "author": "Light, Richard J.",
            "title": "Measures of Response Agreement for Qualitative Data: Some Generalizations "
            "and Alternatives",
            "journal": "Psychological Bulletin",
            "volume": "76",
            "number": "5",
            "pages": "365--377",
            "year": "1971",
        },
    ),
    "Vilain1995": Work(
        "Vilain et al., 1995",
        "inproceedings",
        {
            "author": "Vilain, Marc and Burger, John and Aberdeen, John and Connolly, Dennis and "
            "Hirschman, Lynette",
            "title": "A Model-Theoretic Coreference Scoring Scheme",
            "booktitle": "Sixth Message Understanding Conference ({MUC}-6)",
            "year": "1995",
        },
    ),
    "Bagga1998": Work(
        "Bagga and Baldwin, 1998",
        "inproceedings",
        {
            "author": "Bagga, Amit and Baldwin, Breck",
            "title": "Algorithms for Scoring Coreference Chains",
            "booktitle": "The First International Conference on Language Resources and Evaluation "
            "Workshop on Linguistics Coreference",
            "pages": "563--566",
            "year": "1998",
        },
    ),
    "Luo2005": Work(
        "Luo, 2005",
        "inproceedings",
        {
            "author": "Luo, Xiaoqiang",
            "title": "On Coreference Resolution Performance Metrics",
            "booktitle": "Proceedings of Human Language Technology Conference and Conference on "
            "Empirical Methods in Natural Language Processing",
            "pages": "25--32",
            "year": "2005",
            "url": "https://aclanthology.org/H05-1004",
        },
    ),
    "Pradhan2014": Work(
        "Pradhan et al., 2014",
        "inproceedings",
        {
            "author": "Pradhan, Sameer and Luo, Xiaoqiang and Recasens, Marta and Hovy, Eduard and "
            "Ng, Vincent and Strube, Michael",
            "title": "Scoring Coreference Partitions of Predicted Mentions: A Reference "
            "Implementation",
            "booktitle": "Proceedings of the 52nd Annual Meeting of the Association for "
            "Computational Linguistics (Volume 2: Short Papers)",
            "pages": "30--35",
            "year": "2014",
            "url": "https://aclanthology.org/P14-2006",
        },
    ),
    "Moosavi2016": Work(
        "Moosavi and Strube, 2016",
        "inproceedings",
        {
            "author": "Moosavi, Nafise Sadat and Strube, Michael",
            "title": "Which Coreference Evaluation Metric Do You Trust? A Proposal for a "
            "Link-based Entity Aware Metric",
            "booktitle": "Proceedings of the 54th Annual Meeting of the Association for "
            "Computational Linguistics (Volume 1: Long Papers)",
            "pages": "632--642",
            "year": "2016",
            "url": "https://aclanthology.org/P16-1060",
        },
    ),
    BRAT: Work(
        "Stenetorp et al., 2012",
        "inproceedings",
        {
            "author": "Stenetorp, Pontus and Pyysalo, Sampo and Topi{\\'c}, Goran and Ohta, Tomoko "
            "and Ananiadou, Sophia and Tsujii, Jun'ichi",
            "title": "{brat}: a Web-based Tool for {NLP}-Assisted Text Annotation",
            "booktitle": "Proceedings of the Demonstrations at the 13th Conference of the European "
            "Chapter of the Association for Computational Linguistics",
            "year": "2012",
            "url": "https://aclanthology.org/E12-2021",
        },
    ),
    TOOL: Work(
        f"brat-agreement {__version__}",
        "software",
        {
            "author": "{The brat-agreement developers}",
            "title": "{brat-agreement}: "
            "inter-annotator agreement for dependency annotation in brat",
            "version": __version__,
        },
    ),
}
