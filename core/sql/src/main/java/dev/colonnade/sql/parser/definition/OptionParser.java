package dev.colonnade.sql.parser.definition;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleKind;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleName;
import java.util.List;
import java.util.Locale;

/** Parser of options, numbers, roles and other small parts of definitions and commands. */
public final class OptionParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;

  public OptionParser(QueryGrammar grammar) {
    this.grammar = requireNonNull(grammar, "grammar is null");
    this.tokens = grammar.tokens();
    this.names = grammar.names();
  }

  public boolean ifExists() {
    if (!tokens.at(Keyword.IF) || !tokens.at(1, Keyword.EXISTS)) {
      return false;
    }
    tokens.advance(2);
    return true;
  }

  public boolean ifNotExists() {
    if (!tokens.at(Keyword.IF) || !tokens.at(1, Keyword.NOT)) {
      return false;
    }
    tokens.advance(2);
    tokens.expect(Keyword.EXISTS);
    return true;
  }

  public DropBehavior dropBehavior() {
    if (tokens.accept(Keyword.CASCADE)) {
      return DropBehavior.CASCADE;
    }
    return tokens.accept(Keyword.RESTRICT) ? DropBehavior.RESTRICT : DropBehavior.DEFAULT;
  }

  /** Returns options in parentheses: names, maybe with values. */
  public List<Option> options() {
    return tokens.parenthesized(this::option);
  }

  private Option option() {
    int position = tokens.position();
    String name = String.join(".", names.attributes(names.label()));
    String value = tokens.accept(TokenKind.EQUALS) ? value() : null;
    return new Option(name, value, position);
  }

  /** Returns the value of an option as text. */
  public String value() {
    if (tokens.at(TokenKind.STRING)) {
      return tokens.string();
    }
    if (isNumber()) {
      return number();
    }
    Keyword keyword = tokens.keyword();
    boolean isWord =
        keyword != null
            && (keyword.category() == Keyword.Category.RESERVED || keyword == Keyword.NONE);
    if (isWord) {
      String word = tokens.value();
      tokens.advance();
      return word;
    }
    if ((keyword == Keyword.OPERATOR && tokens.at(1, TokenKind.LEFT_PARENTHESIS))
        || (keyword == null && !tokens.at(TokenKind.IDENTIFIER))) {
      return grammar.operator().symbol();
    }
    return type();
  }

  private String type() {
    int start = tokens.position();
    String first = tokens.value();
    int index = tokens.index();
    grammar.type();
    if (tokens.index() == index + 1) {
      return first;
    }
    return tokens.text().substring(start, tokens.previousEnd()).toLowerCase(Locale.ROOT);
  }

  /** Returns whether a number begins at the current token, maybe with a sign. */
  public boolean isNumber() {
    return isNumber(0)
        || ((tokens.at(TokenKind.PLUS) || tokens.at(TokenKind.MINUS)) && isNumber(1));
  }

  private boolean isNumber(int ahead) {
    return tokens.at(ahead, TokenKind.INTEGER) || tokens.at(ahead, TokenKind.DECIMAL);
  }

  /** Returns a number with its sign as text. */
  public String number() {
    String sign = "";
    if (tokens.accept(TokenKind.MINUS)) {
      sign = "-";
    } else {
      tokens.accept(TokenKind.PLUS);
    }
    if (!isNumber(0)) {
      throw tokens.unexpected();
    }
    String number = sign + tokens.source();
    tokens.advance();
    return number;
  }

  /** Returns a whole number within 32 bits with its sign. */
  public int signedInteger() {
    boolean negative = tokens.accept(TokenKind.MINUS);
    if (!negative) {
      tokens.accept(TokenKind.PLUS);
    }
    int value = tokens.integer();
    return negative ? -value : value;
  }

  /** Returns a list of options with values behind their names: {@code (VERBOSE, FORMAT json)}. */
  public List<Option> utilityOptions() {
    return tokens.parenthesized(this::utilityOption);
  }

  private Option utilityOption() {
    int position = tokens.position();
    boolean isAnalyze = tokens.at(Keyword.ANALYZE) || tokens.at(Keyword.ANALYSE);
    String name = isAnalyze ? "analyze" : "";
    if (isAnalyze) {
      tokens.advance();
    } else {
      name = names.word();
    }
    if (tokens.at(TokenKind.COMMA) || tokens.at(TokenKind.RIGHT_PARENTHESIS)) {
      return new Option(name, null, position);
    }
    return new Option(name, numberOrWord(), position);
  }

  /** Returns a number, a boolean, a word or a string. */
  public String numberOrWord() {
    boolean isNumber = isNumber() || tokens.at(TokenKind.PLUS) || tokens.at(TokenKind.MINUS);
    return isNumber ? number() : booleanOrString();
  }

  /** Returns a boolean, a word or a string. */
  public String booleanOrString() {
    if (tokens.at(Keyword.TRUE) || tokens.at(Keyword.FALSE) || tokens.at(Keyword.ON)) {
      String word = tokens.value();
      tokens.advance();
      return word;
    }
    return names.wordOrString();
  }

  /** Returns options of foreign data: names with strings, maybe with ADD, SET or DROP. */
  public List<Option> foreignOptions(boolean altered) {
    tokens.expect(Keyword.OPTIONS);
    return tokens.parenthesized(() -> foreignOption(altered));
  }

  private Option foreignOption(boolean altered) {
    int position = tokens.position();
    boolean hasVerb =
        altered
            && (tokens.at(Keyword.ADD) || tokens.at(Keyword.SET) || tokens.at(Keyword.DROP))
            && !tokens.at(1, TokenKind.STRING);
    String verb = "";
    if (hasVerb) {
      verb = tokens.value() + " ";
      tokens.advance();
    }
    String name = verb + names.label();
    return verb.equals("drop ")
        ? new Option(name, null, position)
        : new Option(name, tokens.string(), position);
  }

  /** Returns a role by its name or its relation to the session. */
  public RoleName role() {
    int position = tokens.position();
    RoleKind session =
        switch (tokens.keyword()) {
          case CURRENT_ROLE -> RoleKind.CURRENT_ROLE;
          case CURRENT_USER -> RoleKind.CURRENT_USER;
          case SESSION_USER -> RoleKind.SESSION_USER;
          case null, default -> RoleKind.NAMED;
        };
    if (session != RoleKind.NAMED) {
      tokens.advance();
      return new RoleName(session, session.name().toLowerCase(Locale.ROOT), position);
    }
    String name = names.word();
    if (name.equals("none")) {
      throw tokens.error(ErrorCode.RESERVED_NAME, "role name \"none\" is reserved", position);
    }
    return new RoleName(name.equals("public") ? RoleKind.PUBLIC : RoleKind.NAMED, name, position);
  }

  public List<RoleName> roles() {
    return tokens.list(this::role);
  }

  /** Returns the name of a role that is not one of the session. */
  public String roleName() {
    RoleName role = role();
    return switch (role.kind()) {
      case NAMED -> role.name();
      case PUBLIC ->
          throw tokens.error(
              ErrorCode.RESERVED_NAME, "role name \"public\" is reserved", role.position());
      case CURRENT_ROLE, CURRENT_USER, SESSION_USER ->
          throw tokens.error(
              ErrorCode.RESERVED_NAME,
              role.kind() + " cannot be used as a role name here",
              role.position());
    };
  }

  /** Steps to the end of the statement and returns its text from an offset. */
  public String rest(int start) {
    int atomic = 0;
    while (!tokens.at(TokenKind.END) && !(tokens.at(TokenKind.SEMICOLON) && atomic == 0)) {
      if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
        tokens.skipParentheses();
        continue;
      }
      if (tokens.at(TokenKind.ERROR) || tokens.at(TokenKind.RIGHT_PARENTHESIS)) {
        throw tokens.unexpected();
      }
      if (tokens.at(Keyword.BEGIN, Keyword.ATOMIC) || (atomic > 0 && tokens.at(Keyword.CASE))) {
        atomic++;
      } else if (atomic > 0 && tokens.at(Keyword.END)) {
        atomic--;
      }
      tokens.advance();
    }
    return tokens.text().substring(start, Math.max(start, tokens.previousEnd()));
  }
}
