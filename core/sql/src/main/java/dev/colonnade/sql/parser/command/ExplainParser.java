package dev.colonnade.sql.parser.command;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.definition.DefinitionParser;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.Statement;
import dev.colonnade.sql.syntax.command.Command;
import dev.colonnade.sql.syntax.command.ExplainCommand;
import dev.colonnade.sql.syntax.command.PreparedCommand;
import dev.colonnade.sql.syntax.definition.TableDefinition;
import dev.colonnade.sql.syntax.definition.ViewDefinition;
import dev.colonnade.sql.syntax.query.Expression;
import java.util.ArrayList;
import java.util.List;

/** Parser of EXPLAIN with the options of both forms. */
final class ExplainParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final DefinitionParser definitions;

  ExplainParser(QueryGrammar grammar, DefinitionParser definitions) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.definitions = definitions;
  }

  Command parse() {
    int position = tokens.position();
    tokens.expect(Keyword.EXPLAIN);
    List<Option> options =
        tokens.at(TokenKind.LEFT_PARENTHESIS)
                && !tokens.at(1, TokenKind.LEFT_PARENTHESIS)
                && !grammar.atQuery()
            ? definitions.options().utilityOptions()
            : oldOptions();
    Statement statement = statement();
    return statement instanceof PreparedCommand.Execute execute
        ? new PreparedCommand.ExplainExecute(options, execute, position)
        : new ExplainCommand(options, statement, position);
  }

  private List<Option> oldOptions() {
    List<Option> options = new ArrayList<>();
    int position = tokens.position();
    if (tokens.accept(Keyword.ANALYZE) || tokens.accept(Keyword.ANALYSE)) {
      options.add(new Option("analyze", null, position));
    }
    position = tokens.position();
    if (tokens.accept(Keyword.VERBOSE)) {
      options.add(new Option("verbose", null, position));
    }
    return List.copyOf(options);
  }

  private Statement statement() {
    if (grammar.atDataStatement()) {
      return grammar.dataStatement();
    }
    if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      tokens.advance(tokens.behindParentheses());
      throw tokens.unexpected();
    }
    int start = tokens.index();
    Statement statement =
        switch (tokens.keyword()) {
          case DECLARE -> new CursorParser(grammar, definitions.options()).declare();
          case EXECUTE -> execute();
          case CREATE, REFRESH -> definitions.parse();
          case null, default -> null;
        };
    boolean accepted =
        statement != null
            && (!(statement instanceof TableDefinition)
                || statement instanceof TableDefinition.CreateTableAs)
            && (statement instanceof TableDefinition
                || statement instanceof ViewDefinition.CreateMaterializedView
                || statement instanceof ViewDefinition.RefreshMaterializedView
                || statement instanceof Command);
    if (statement == null || !accepted) {
      tokens.reset(start);
      throw tokens.unexpected();
    }
    return statement;
  }

  private Statement execute() {
    int position = tokens.position();
    tokens.expect(Keyword.EXECUTE);
    String name = grammar.names().column();
    List<Expression> arguments =
        tokens.at(TokenKind.LEFT_PARENTHESIS)
            ? tokens.parenthesized(grammar::expression)
            : List.of();
    return new PreparedCommand.Execute(name, arguments, position);
  }
}
