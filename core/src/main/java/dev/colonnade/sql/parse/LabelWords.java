package dev.colonnade.sql.parse;

import dev.colonnade.sql.parse.grammar.ColonnadeGrammar;
import dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants;
import dev.colonnade.sql.parse.grammar.Token;
import dev.colonnade.sql.parse.grammar.TokenMgrError;
import java.io.Reader;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl.LexicalState;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.util.SourceStringReader;

/**
 * Words that the grammar keeps for itself, but that PostgreSQL takes for names where nothing else
 * can stand: behind AS at the end of an item, and behind a point.
 */
final class LabelWords {
  private static final Set<String> WORDS =
      Set.of(
          ("all analyze and any as asymmetric authorization between binary both by call case check"
                  + " collate column constraint create cross current cursor default desc distinct"
                  + " do drop else end except explain false fetch for foreign from full grant group"
                  + " grouping having in inner insert intersect into is join lateral leading left"
                  + " like limit localtime localtimestamp merge natural new next not null offset on"
                  + " only or order outer over overlaps partition primary range references"
                  + " returning right rollup rows set similar skip some symmetric"
                  + " table tablesample then to trailing true union unique update using"
                  + " verbose when where window with")
              .split(" ", -1));

  private LabelWords() {}

  /** A parser that takes these words for names. */
  static SqlAbstractParserImpl parser(Reader reader, SqlParser.Config config) {
    if (reader instanceof SourceStringReader source) {
      ColonnadeGrammar marked = parserOf(source.getSourceString());
      marked.setTabSize(1);
      marked.switchTo(LexicalState.forConfig(config));
      try {
        mark(marked);
        return marked;
      } catch (TokenMgrError e) {
        // Whoever parses meets it again, and says where.
        return parserOf(source.getSourceString());
      }
    }
    return ColonnadeGrammar.FACTORY.getParser(reader);
  }

  private static ColonnadeGrammar parserOf(String sql) {
    return (ColonnadeGrammar) ColonnadeGrammar.FACTORY.getParser(new SourceStringReader(sql));
  }

  private static void mark(ColonnadeGrammar parser) {
    int before = ColonnadeGrammarConstants.EOF;
    Token token = parser.getToken(1);
    while (token.kind != ColonnadeGrammarConstants.EOF) {
      if (token.next == null) {
        token.next = parser.token_source.getNextToken();
      }
      boolean isName =
          before == ColonnadeGrammarConstants.DOT
              || (before == ColonnadeGrammarConstants.AS && isEnd(token.next));
      if (isName && WORDS.contains(token.image.toLowerCase(Locale.ROOT))) {
        token.kind = ColonnadeGrammarConstants.IDENTIFIER;
      }
      before = token.kind;
      token = token.next;
    }
  }

  /** What can only stand behind a whole item. */
  private static boolean isEnd(Token token) {
    return switch (token.kind) {
      case ColonnadeGrammarConstants.EOF,
          ColonnadeGrammarConstants.COMMA,
          ColonnadeGrammarConstants.RPAREN,
          ColonnadeGrammarConstants.FROM ->
          true;
      default -> false;
    };
  }
}
