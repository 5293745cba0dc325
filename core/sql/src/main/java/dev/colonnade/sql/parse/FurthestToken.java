package dev.colonnade.sql.parse;

import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.grammar.ColonnadeGrammar;
import dev.colonnade.sql.parse.grammar.ColonnadeGrammarConstants;
import dev.colonnade.sql.parse.grammar.ColonnadeGrammarTokenManager;
import dev.colonnade.sql.parse.grammar.SimpleCharStream;
import dev.colonnade.sql.parse.grammar.Token;
import dev.colonnade.sql.parse.grammar.TokenMgrError;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Token manager that records the furthest token that a parser has looked at, which is the place of
 * a syntax error. The grammar looks ahead and goes back, and its exceptions name the token that it
 * went back to; PostgreSQL's parser never goes back, and names the first token with which no
 * statement can continue.
 */
final class FurthestToken extends ColonnadeGrammarTokenManager {
  private final List<Token> tokens;
  private int next;

  private FurthestToken(List<Token> tokens) {
    super(new SimpleCharStream(new StringReader("")));
    this.tokens = tokens;
  }

  /**
   * The position in a text, counted from 1, of the token with which it cannot go on; the one behind
   * the text if more was to come; 0 if it can be parsed or a token of it cannot be read.
   */
  static int position(String text, SqlParser.Config config) {
    try {
      ColonnadeGrammar parser = KeywordQuoting.marked(text, config);
      FurthestToken watched = watch(parser);
      return isParsed(text, config.withParserFactory(_ -> parser)) ? 0 : watched.position(text);
    } catch (TokenMgrError e) {
      return 0;
    }
  }

  private static boolean isParsed(String text, SqlParser.Config config) {
    try {
      SqlParser.create(text, config).parseStmt();
      return true;
    } catch (SqlParseException e) {
      return false;
    }
  }

  /**
   * Attaches a recorder to a parser that has read all of its tokens, and parsed none: the parser
   * requests them one by one.
   */
  private static FurthestToken watch(ColonnadeGrammar parser) {
    List<Token> tokens = new ArrayList<>();
    Token token = parser.token.next;
    while (token != null) {
      tokens.add(alone(token));
      token = token.next;
    }
    parser.token = new Token();
    FurthestToken watched = new FurthestToken(tokens);
    parser.token_source = watched;
    return watched;
  }

  /** The same token, which knows of no other behind it. */
  private static Token alone(Token token) {
    Token copy = Token.newToken(token.kind, token.image);
    copy.beginLine = token.beginLine;
    copy.beginColumn = token.beginColumn;
    copy.endLine = token.endLine;
    copy.endColumn = token.endColumn;
    return copy;
  }

  @Override
  public Token getNextToken() {
    Token token = tokens.get(Math.min(next, tokens.size() - 1));
    next++;
    return token;
  }

  /** Modes of reading change nothing about tokens that are read already. */
  @Override
  public void SwitchTo(int state) {}

  private int position(String text) {
    if (next == 0 || isTable()) {
      return 0;
    }
    Token first = tokens.getFirst();
    boolean isNoStatement = first.kind == ColonnadeGrammarConstants.IDENTIFIER;
    Token token = isNoStatement ? first : tokens.get(Math.min(next, tokens.size()) - 1);
    return token.kind == ColonnadeGrammarConstants.EOF
        ? text.length() + 1
        : SqlErrors.position(text, new SqlParserPos(token.beginLine, token.beginColumn));
  }

  /** CREATE TABLE, of which the grammar reads all columns before it knows what it is. */
  private boolean isTable() {
    return tokens.getFirst().kind == ColonnadeGrammarConstants.CREATE
        && tokens.stream().limit(4).anyMatch(t -> t.kind == ColonnadeGrammarConstants.TABLE);
  }
}
