package dev.colonnade.sql.parser;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import dev.colonnade.sql.parser.command.CommandParser;
import dev.colonnade.sql.parser.definition.DefinitionParser;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.Statement;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Parser of texts with any number of statements. Not thread-safe; one for each text. */
public final class SqlParser {
  private final TokenStream tokens;
  private final QueryGrammar grammar;

  private SqlParser(String text) {
    this(Lexer.read(requireNonNull(text, "text is null")));
  }

  private SqlParser(Tokens tokens) {
    this(new TokenStream(tokens), reference -> {});
  }

  private SqlParser(TokenStream tokens, Consumer<Reference> references) {
    this.tokens = tokens;
    this.grammar = new QueryGrammar(tokens, references);
  }

  /**
   * Returns the statements of a text, which semicolons separate. Empty ones are left out.
   *
   * @throws ColonnadeException with PostgreSQL's message and position if the text is not SQL
   */
  public static List<ParsedStatement> parse(String text) {
    return new SqlParser(text).statements();
  }

  /** Variant of {@link #parse(String)} for tokens that were read from a text. */
  public static List<ParsedStatement> parse(Tokens tokens) {
    return new SqlParser(requireNonNull(tokens, "tokens is null")).statements();
  }

  /**
   * Returns the only statement of some tokens, with the names that stand for values.
   *
   * @throws ColonnadeException with PostgreSQL's message and position if the text is not SQL
   */
  public static ReferencingStatement parseReferencing(Tokens tokens) {
    List<Reference> references = new ArrayList<>();
    SqlParser parser = new SqlParser(new TokenStream(tokens), references::add);
    Statement statement = parser.statement();
    parser.tokens.expect(TokenKind.END);
    return new ReferencingStatement(statement, references);
  }

  /** Returns the only expression of a text. */
  public static Expression parseExpression(String text) {
    SqlParser parser = new SqlParser(text);
    Expression expression = parser.grammar.expression();
    parser.tokens.expect(TokenKind.END);
    return expression;
  }

  /** Returns the only type of a text. */
  public static TypeName parseType(String text) {
    SqlParser parser = new SqlParser(text);
    TypeName type = parser.grammar.type();
    parser.tokens.expect(TokenKind.END);
    return type;
  }

  private List<ParsedStatement> statements() {
    List<ParsedStatement> statements = new ArrayList<>();
    while (true) {
      while (tokens.accept(TokenKind.SEMICOLON)) {
        // Empty statement.
      }
      if (tokens.at(TokenKind.END)) {
        return List.copyOf(statements);
      }
      int start = tokens.position();
      Statement statement = statement();
      statements.add(new ParsedStatement(statement, start, tokens.previousEnd()));
      if (!tokens.at(TokenKind.SEMICOLON) && !tokens.at(TokenKind.END)) {
        throw tokens.unexpected();
      }
    }
  }

  private Statement statement() {
    if (grammar.atDataStatement()) {
      return grammar.dataStatement();
    }
    DefinitionParser definitions = new DefinitionParser(grammar);
    Statement definition = definitions.parse();
    if (definition != null) {
      return definition;
    }
    Statement command = new CommandParser(grammar, definitions).parse();
    if (command != null) {
      return command;
    }
    throw atParenthesis();
  }

  /** Returns the error of a statement that no keyword begins. */
  private ColonnadeException atParenthesis() {
    while (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      tokens.advance();
    }
    return tokens.unexpected();
  }
}
