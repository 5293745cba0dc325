package dev.colonnade.sql.parser.command;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.definition.OptionParser;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.command.Command;
import dev.colonnade.sql.syntax.command.CopyCommand;
import dev.colonnade.sql.syntax.command.CopyCommand.CopyOption;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.Expression;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of COPY with the options of all versions. */
final class CopyParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;

  CopyParser(QueryGrammar grammar, OptionParser options) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = options;
  }

  Command parse() {
    int position = tokens.position();
    tokens.expect(Keyword.COPY);
    List<CopyOption> found = new ArrayList<>();
    CopyCommand.Subject subject;
    boolean from = false;
    if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      subject = query();
      tokens.expect(Keyword.TO);
    } else {
      subject = table(found);
      from = tokens.accept(Keyword.FROM);
      if (!from) {
        tokens.expect(Keyword.TO);
      }
    }
    CopyCommand.Place place = place();
    if (subject.query() == null) {
      readDelimiter(found);
    }
    tokens.accept(Keyword.WITH);
    boolean oldSyntax = !tokens.at(TokenKind.LEFT_PARENTHESIS);
    if (oldSyntax) {
      for (CopyOption next = oldOption(); next != null; next = oldOption()) {
        found.add(next);
      }
    } else {
      found.addAll(tokens.parenthesized(this::option));
    }
    Expression condition = subject.query() == null ? condition(from) : null;
    return new CopyCommand(
        subject, from, place, oldSyntax, List.copyOf(found), condition, position);
  }

  private @Nullable Expression condition(boolean from) {
    int start = tokens.position();
    if (!tokens.accept(Keyword.WHERE)) {
      return null;
    }
    Expression condition = grammar.expression();
    if (!from) {
      throw tokens.error("WHERE clause not allowed with COPY TO", start);
    }
    return condition;
  }

  private CopyCommand.Subject query() {
    tokens.expect(TokenKind.LEFT_PARENTHESIS);
    if (!grammar.atDataStatement()) {
      throw tokens.unexpected();
    }
    DataStatement statement = grammar.dataStatement();
    tokens.expect(TokenKind.RIGHT_PARENTHESIS);
    return new CopyCommand.Subject(null, List.of(), statement);
  }

  private CopyCommand.Subject table(List<CopyOption> found) {
    int position = tokens.position();
    if (tokens.accept(Keyword.BINARY)) {
      found.add(new CopyOption("format", List.of("binary"), false, position));
    }
    QualifiedName table = names.relation();
    return new CopyCommand.Subject(table, names.optionalColumns(), null);
  }

  private CopyCommand.Place place() {
    boolean program = tokens.accept(Keyword.PROGRAM);
    int position = tokens.position();
    if (tokens.at(TokenKind.STRING)) {
      return new CopyCommand.Place(program, tokens.string());
    }
    if (!tokens.accept(Keyword.STDIN)) {
      tokens.expect(Keyword.STDOUT);
    }
    if (program) {
      throw tokens.error("STDIN/STDOUT not allowed with PROGRAM", position);
    }
    return new CopyCommand.Place(false, null);
  }

  private void readDelimiter(List<CopyOption> found) {
    int position = tokens.position();
    if (tokens.accept(Keyword.USING)) {
      tokens.expect(Keyword.DELIMITERS);
    } else if (!tokens.accept(Keyword.DELIMITERS)) {
      return;
    }
    found.add(new CopyOption("delimiter", List.of(tokens.string()), false, position));
  }

  private @Nullable CopyOption oldOption() {
    int position = tokens.position();
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      return null;
    }
    switch (keyword) {
      case BINARY, FREEZE, DELIMITER, NULL, CSV, HEADER, QUOTE, ESCAPE, FORCE, ENCODING ->
          tokens.advance();
      default -> {
        return null;
      }
    }
    return switch (keyword) {
      case BINARY, CSV -> single("format", keyword.word(), position);
      case FREEZE, HEADER -> single(keyword.word(), "true", position);
      case FORCE -> force(position);
      case ENCODING -> single(keyword.word(), tokens.string(), position);
      default -> {
        tokens.accept(Keyword.AS);
        yield single(keyword.word(), tokens.string(), position);
      }
    };
  }

  private static CopyOption single(String name, String value, int position) {
    return new CopyOption(name, List.of(value), false, position);
  }

  private CopyOption force(int position) {
    if (tokens.accept(Keyword.QUOTE)) {
      return tokens.accept(TokenKind.STAR)
          ? single("force_quote", "*", position)
          : new CopyOption("force_quote", names.columns(), true, position);
    }
    boolean negated = tokens.accept(Keyword.NOT);
    tokens.expect(Keyword.NULL);
    String name = negated ? "force_not_null" : "force_null";
    return new CopyOption(name, names.columns(), true, position);
  }

  private CopyOption option() {
    int position = tokens.position();
    String name = names.label();
    if (tokens.at(TokenKind.COMMA) || tokens.at(TokenKind.RIGHT_PARENTHESIS)) {
      return new CopyOption(name, List.of(), false, position);
    }
    if (tokens.accept(TokenKind.STAR)) {
      return single(name, "*", position);
    }
    if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      List<String> values = tokens.parenthesized(options::booleanOrString);
      return new CopyOption(name, values, true, position);
    }
    return single(name, options.numberOrWord(), position);
  }
}
