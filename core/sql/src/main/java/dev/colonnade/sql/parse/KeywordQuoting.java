package dev.colonnade.sql.parse;

import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.AS;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.CASE;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.END;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.EOF;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.EXCEPT;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.FROM;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.GROUP;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.HAVING;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.IDENTIFIER;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.INTERSECT;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.IS;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.LIMIT;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.LPAREN;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.NOT;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.NULL;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.ORDER;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.PATH_AT;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.QUOTED_IDENTIFIER;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.RPAREN;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.SELECT;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.TRUE;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.UNION;
import static dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants.WHERE;

import dev.colonnade.sql.parse.grammar.ColonnadeGrammar;
import dev.colonnade.sql.parse.grammar.Token;
import dev.colonnade.sql.parse.grammar.TokenMgrError;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl.LexicalState;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.util.SourceStringReader;
import org.jspecify.annotations.Nullable;

/**
 * Quotes words that the grammar reserves where PostgreSQL accepts them as names, before the grammar
 * reads them: behind a point, as labels with and without AS, and words that PostgreSQL does not
 * reserve at all, wherever the adjacent tokens show that they are not keywords. {@link
 * KeywordContext} recognizes the latter.
 */
final class KeywordQuoting {
  /** Functions without parentheses, which in FROM are called as others are. */
  private static final Set<String> VALUES =
      Set.of(
          "current_catalog",
          "current_role",
          "current_schema",
          "current_user",
          "session_user",
          "user");

  private KeywordQuoting() {}

  /** A parser that takes these words for names. */
  static SqlAbstractParserImpl parser(Reader reader, SqlParser.Config config) {
    if (reader instanceof SourceStringReader source) {
      try {
        return marked(source.getSourceString(), config);
      } catch (TokenMgrError e) {
        // The parser reads it again and reports its position.
        return parserOf(source.getSourceString());
      }
    }
    return ColonnadeGrammar.FACTORY.getParser(reader);
  }

  /** A parser of a text that has read all of its tokens. */
  static ColonnadeGrammar marked(String sql, SqlParser.Config config) {
    ColonnadeGrammar marked = parserOf(sql);
    marked.setTabSize(1);
    marked.switchTo(LexicalState.forConfig(config));
    mark(marked);
    return marked;
  }

  /** The tokens of a text as they are written, the end as the last two of them. */
  static List<Token> tokens(String sql, SqlParser.Config config) {
    ColonnadeGrammar parser = parserOf(sql);
    parser.setTabSize(1);
    parser.switchTo(LexicalState.forConfig(config));
    List<Token> tokens = new ArrayList<>();
    Token token;
    do {
      token = parser.token_source.getNextToken();
      tokens.add(token);
    } while (token.kind != EOF);
    tokens.add(token);
    return tokens;
  }

  /** The name that a token is written for. */
  static String nameOf(Token token) {
    return token.kind == QUOTED_IDENTIFIER
        ? token.image.substring(1, token.image.length() - 1).replace("\"\"", "\"")
        : lowerCase(token);
  }

  private static ColonnadeGrammar parserOf(String sql) {
    return (ColonnadeGrammar) ColonnadeGrammar.FACTORY.getParser(new SourceStringReader(sql));
  }

  private static void mark(ColonnadeGrammar parser) {
    KeywordContext neighbours = new KeywordContext();
    Token last = null;
    Token token = parser.getToken(1);
    while (token.kind != EOF) {
      if (token.next == null) {
        token.next = parser.token_source.getNextToken();
      }
      if (last != null && token.kind == ORDER && neighbours.isOrderless()) {
        token = endOfLevel(parser, token);
        last.next = token;
        continue;
      }
      if (last != null && token.kind == CASE && neighbours.isFirstOfSource(lowerCase(token.next))) {
        last.next = putInParentheses(parser, token);
        token = last.next;
      }
      TokenRewrites.change(parser, token, neighbours.isBehindOperand());
      String word = wordOf(token);
      if (word != null && neighbours.isName(word, lowerCase(token.next))) {
        token.image = '"' + word + '"';
        token.kind = QUOTED_IDENTIFIER;
      } else if (word != null && VALUES.contains(word) && neighbours.isSource()) {
        become(token, QUOTED_IDENTIFIER, '"' + word + '"');
        follow(follow(token, LPAREN, "("), RPAREN, ")");
      } else if (token.kind == IDENTIFIER) {
        expand(token, neighbours);
      }
      if (isListOfNothing(token)) {
        Token nothing = follow(token, TRUE, "true");
        follow(follow(nothing, AS, "as"), QUOTED_IDENTIFIER, '"' + ExtraOperators.NOTHING + '"');
      }
      neighbours.pass(token.kind == PATH_AT ? "#>" : lowerCase(token));
      last = token;
      token = token.next;
    }
  }

  /** Puts a CASE in parentheses, and gives the first of these. */
  private static Token putInParentheses(ColonnadeGrammar parser, Token start) {
    Token opening = Token.newToken(LPAREN, "(");
    opening.beginLine = start.beginLine;
    opening.beginColumn = start.beginColumn;
    opening.endLine = start.beginLine;
    opening.endColumn = start.beginColumn;
    opening.next = start;
    int depth = 0;
    Token token = start;
    while (token.kind != EOF) {
      depth += token.kind == CASE ? 1 : token.kind == END ? -1 : 0;
      if (token.next == null) {
        token.next = parser.token_source.getNextToken();
      }
      if (depth == 0) {
        follow(token, RPAREN, ")");
        return opening;
      }
      token = token.next;
    }
    return start;
  }

  /** The parenthesis that closes the one around a token, or the end. */
  private static Token endOfLevel(ColonnadeGrammar parser, Token start) {
    int depth = 0;
    Token token = start;
    while (token.kind != EOF && (depth > 0 || token.kind != RPAREN)) {
      depth += token.kind == LPAREN ? 1 : token.kind == RPAREN ? -1 : 0;
      if (token.next == null) {
        token.next = parser.token_source.getNextToken();
      }
      token = token.next;
    }
    return token;
  }

  /** Returns whether SELECT has an empty list, which an invisible column replaces. */
  private static boolean isListOfNothing(Token token) {
    if (token.kind != SELECT) {
      return false;
    }
    return switch (token.next.kind) {
      case EOF, RPAREN, FROM, WHERE, GROUP, HAVING, ORDER, LIMIT, UNION, INTERSECT, EXCEPT -> true;
      default -> false;
    };
  }

  /** Puts {@code IS NULL} in the place of {@code ISNULL}, and the like. */
  private static void expand(Token token, KeywordContext neighbours) {
    String word = lowerCase(token);
    boolean isNegated = word.equals("notnull");
    if ((isNegated || word.equals("isnull")) && neighbours.isBehindOperand()) {
      become(token, IS, "is");
      Token last = isNegated ? follow(token, NOT, "not") : token;
      follow(last, NULL, "null");
    }
  }

  private static void become(Token token, int kind, String image) {
    token.kind = kind;
    token.image = image;
  }

  private static Token follow(Token before, int kind, String image) {
    Token token = Token.newToken(kind, image);
    token.beginLine = before.beginLine;
    token.beginColumn = before.beginColumn;
    token.endLine = before.endLine;
    token.endColumn = before.endColumn;
    token.next = before.next;
    before.next = token;
    return token;
  }

  private static String lowerCase(Token token) {
    return token.kind == EOF ? "" : token.image.toLowerCase(Locale.ROOT);
  }

  /** A word of the grammar's in lower case; null if a token is something else. */
  private static @Nullable String wordOf(Token token) {
    if (token.kind == IDENTIFIER) {
      return null;
    }
    for (int i = 0; i < token.image.length(); i++) {
      char letter = token.image.charAt(i);
      boolean isLetter = (letter | 0x20) >= 'a' && (letter | 0x20) <= 'z';
      if (!isLetter && (i == 0 || (letter != '_' && (letter < '0' || letter > '9')))) {
        return null;
      }
    }
    return lowerCase(token);
  }
}
