package dev.colonnade.sql.parser.command;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.definition.OptionParser;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.command.Command;
import dev.colonnade.sql.syntax.command.CursorCommand;
import dev.colonnade.sql.syntax.command.CursorCommand.CursorOption;
import dev.colonnade.sql.syntax.command.CursorCommand.Direction;
import dev.colonnade.sql.syntax.command.CursorCommand.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of DECLARE, FETCH, MOVE and CLOSE. */
final class CursorParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;

  CursorParser(QueryGrammar grammar, OptionParser options) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = options;
  }

  Command parse(Keyword keyword) {
    int position = tokens.position();
    if (keyword == Keyword.DECLARE) {
      return declare();
    }
    tokens.advance();
    if (keyword == Keyword.CLOSE) {
      String name = tokens.accept(Keyword.ALL) ? null : names.column();
      return new CursorCommand.Close(name, position);
    }
    Step step = step();
    return new CursorCommand.Fetch(keyword == Keyword.MOVE, step, names.column(), position);
  }

  /** Returns DECLARE. */
  CursorCommand.Declare declare() {
    int position = tokens.position();
    tokens.expect(Keyword.DECLARE);
    String name = names.column();
    List<CursorOption> found = new ArrayList<>();
    for (CursorOption next = option(); next != null; next = option()) {
      found.add(next);
    }
    tokens.expect(Keyword.CURSOR);
    boolean hold = tokens.accept(Keyword.WITH);
    if (hold || tokens.accept(Keyword.WITHOUT)) {
      tokens.expect(Keyword.HOLD);
    }
    tokens.expect(Keyword.FOR);
    return new CursorCommand.Declare(
        name, List.copyOf(found), hold, grammar.statementQuery(), position);
  }

  private @Nullable CursorOption option() {
    if (tokens.accept(Keyword.SCROLL)) {
      return CursorOption.SCROLL;
    }
    if (tokens.accept(Keyword.NO)) {
      tokens.expect(Keyword.SCROLL);
      return CursorOption.NO_SCROLL;
    }
    if (tokens.accept(Keyword.BINARY)) {
      return CursorOption.BINARY;
    }
    if (tokens.accept(Keyword.ASENSITIVE)) {
      return CursorOption.ASENSITIVE;
    }
    return tokens.accept(Keyword.INSENSITIVE) ? CursorOption.INSENSITIVE : null;
  }

  private Step step() {
    Keyword keyword = tokens.keyword();
    boolean isName = names.isColumn(0) && (!isDirection(keyword) || !isFollowed());
    if (isName || tokens.at(Keyword.FROM) || tokens.at(Keyword.IN)) {
      acceptFrom();
      return new Step(Direction.FORWARD, 1);
    }
    if (keyword == null) {
      return numbered();
    }
    Step step = keywordStep(keyword);
    acceptFrom();
    return step;
  }

  private static boolean isDirection(@Nullable Keyword keyword) {
    return switch (keyword) {
      case NEXT, PRIOR, FIRST, LAST, ABSOLUTE, RELATIVE, FORWARD, BACKWARD -> true;
      case null, default -> false;
    };
  }

  private Step numbered() {
    if (!options.isNumber() && !tokens.at(TokenKind.PLUS) && !tokens.at(TokenKind.MINUS)) {
      throw tokens.unexpected();
    }
    Step step = new Step(Direction.FORWARD, options.signedInteger());
    acceptFrom();
    return step;
  }

  /** Returns whether a word is no name of a cursor, since more stands behind it. */
  private boolean isFollowed() {
    return !tokens.at(1, TokenKind.END) && !tokens.at(1, TokenKind.SEMICOLON);
  }

  private Step keywordStep(Keyword keyword) {
    switch (keyword) {
      case NEXT, PRIOR, FIRST, LAST, ABSOLUTE, RELATIVE, ALL, FORWARD, BACKWARD -> tokens.advance();
      default -> {
        if (names.isColumn(0)) {
          tokens.advance();
        }
        throw tokens.unexpected();
      }
    }
    return switch (keyword) {
      case NEXT -> new Step(Direction.FORWARD, 1);
      case PRIOR -> new Step(Direction.BACKWARD, 1);
      case FIRST -> new Step(Direction.ABSOLUTE, 1);
      case LAST -> new Step(Direction.ABSOLUTE, -1);
      case ABSOLUTE -> new Step(Direction.ABSOLUTE, options.signedInteger());
      case RELATIVE -> new Step(Direction.RELATIVE, options.signedInteger());
      case ALL -> new Step(Direction.FORWARD, Step.ALL);
      case FORWARD -> new Step(Direction.FORWARD, count());
      default -> new Step(Direction.BACKWARD, count());
    };
  }

  private long count() {
    if (tokens.accept(Keyword.ALL)) {
      return Step.ALL;
    }
    return options.isNumber() ? options.signedInteger() : 1;
  }

  private void acceptFrom() {
    if (!tokens.accept(Keyword.FROM)) {
      tokens.accept(Keyword.IN);
    }
  }
}
