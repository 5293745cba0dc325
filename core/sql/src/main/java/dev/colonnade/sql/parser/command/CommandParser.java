package dev.colonnade.sql.parser.command;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.definition.DefinitionParser;
import dev.colonnade.sql.parser.definition.OptionParser;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.command.Command;
import dev.colonnade.sql.syntax.command.PreparedCommand;
import dev.colonnade.sql.syntax.command.SessionCommand;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of commands, by their first keyword. */
public final class CommandParser {
  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;
  private final DefinitionParser definitions;

  public CommandParser(QueryGrammar grammar, DefinitionParser definitions) {
    this.grammar = requireNonNull(grammar, "grammar is null");
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = definitions.options();
    this.definitions = definitions;
  }

  /** Returns a command that begins with a word that is no keyword; null if there is none. */
  private @Nullable Command maintenance() {
    if (tokens.atWord("backup") && tokens.at(1, Keyword.TO)) {
      return new MaintenanceParser(grammar, options).backup();
    }
    boolean isRestore =
        tokens.atWord("restore")
            && (tokens.at(1, Keyword.TABLE)
                || tokens.at(1, Keyword.DATABASE)
                || tokens.at(1, Keyword.FROM));
    return isRestore ? new MaintenanceParser(grammar, options).restore() : null;
  }

  /** Returns the command at the current token, null if its keyword begins none. */
  public @Nullable Command parse() {
    int position = tokens.position();
    Keyword keyword = tokens.keyword();
    if (keyword == null) {
      return maintenance();
    }
    return switch (keyword) {
      case BEGIN, START, COMMIT, END, ROLLBACK, ABORT, SAVEPOINT, RELEASE, LOCK ->
          new TransactionParser(grammar).parse(keyword);
      case SET, RESET, SHOW -> new SettingParser(grammar, options).parse(keyword);
      case DECLARE, FETCH, MOVE, CLOSE -> new CursorParser(grammar, options).parse(keyword);
      case COPY -> new CopyParser(grammar, options).parse();
      case EXPLAIN -> new ExplainParser(grammar, definitions).parse();
      case VACUUM, ANALYZE, ANALYSE, CLUSTER, REINDEX, CHECKPOINT, LOAD ->
          new MaintenanceParser(grammar, options).parse(keyword);
      case PREPARE ->
          tokens.at(1, Keyword.TRANSACTION) && tokens.at(2, TokenKind.STRING)
              ? new TransactionParser(grammar).parse(keyword)
              : prepare(position);
      case EXECUTE -> execute();
      case DEALLOCATE -> deallocate(position);
      case DISCARD -> discard(position);
      case LISTEN -> {
        tokens.advance();
        yield new SessionCommand.Listen(names.column(), position);
      }
      case NOTIFY -> notifyCommand(position);
      case UNLISTEN -> {
        tokens.advance();
        String channel = tokens.accept(TokenKind.STAR) ? null : names.column();
        yield new SessionCommand.Unlisten(channel, position);
      }
      case DO -> doCommand(position);
      case CALL -> {
        tokens.advance();
        yield new SessionCommand.CallProcedure(grammar.application(), position);
      }
      default -> null;
    };
  }

  private Command prepare(int position) {
    tokens.advance();
    String name = names.column();
    List<TypeName> types =
        tokens.at(TokenKind.LEFT_PARENTHESIS) ? tokens.parenthesized(grammar::type) : List.of();
    tokens.expect(Keyword.AS);
    int start = tokens.position();
    return new PreparedCommand.Prepare(name, types, dataStatement(), start, position);
  }

  private DataStatement dataStatement() {
    if (!grammar.atDataStatement()) {
      throw tokens.unexpected();
    }
    return grammar.dataStatement();
  }

  private Command execute() {
    int position = tokens.position();
    tokens.expect(Keyword.EXECUTE);
    String name = names.column();
    List<Expression> arguments =
        tokens.at(TokenKind.LEFT_PARENTHESIS)
            ? tokens.parenthesized(grammar::expression)
            : List.of();
    return new PreparedCommand.Execute(name, arguments, position);
  }

  private Command deallocate(int position) {
    tokens.advance();
    boolean isWord = tokens.at(Keyword.PREPARE) && (names.isColumn(1) || tokens.at(1, Keyword.ALL));
    if (isWord) {
      tokens.advance();
    }
    String name = tokens.accept(Keyword.ALL) ? null : names.column();
    return new PreparedCommand.Deallocate(name, position);
  }

  private Command discard(int position) {
    tokens.advance();
    Keyword target = tokens.keyword();
    return switch (target) {
      case ALL, PLANS, SEQUENCES, TEMPORARY -> {
        tokens.advance();
        yield new SessionCommand.Discard(target.name(), position);
      }
      case TEMP -> {
        tokens.advance();
        yield new SessionCommand.Discard("TEMPORARY", position);
      }
      case null, default -> throw tokens.unexpected();
    };
  }

  private Command notifyCommand(int position) {
    tokens.advance();
    String channel = names.column();
    String payload = tokens.accept(TokenKind.COMMA) ? tokens.string() : null;
    return new SessionCommand.Notify(channel, payload, position);
  }

  private Command doCommand(int position) {
    tokens.advance();
    String body = null;
    int bodyStart = -1;
    String language = null;
    if (!tokens.at(TokenKind.STRING) && !tokens.at(Keyword.LANGUAGE)) {
      throw tokens.unexpected();
    }
    while (tokens.at(TokenKind.STRING) || tokens.at(Keyword.LANGUAGE)) {
      int start = tokens.position();
      String source = tokens.source();
      boolean isLanguage = tokens.accept(Keyword.LANGUAGE);
      String value = isLanguage ? names.wordOrString() : tokens.string();
      if ((isLanguage ? language : body) != null) {
        throw tokens.error("conflicting or redundant options", start);
      }
      if (isLanguage) {
        language = value;
      } else {
        body = value;
        int quoted = contentStart(source);
        bodyStart = source.startsWith(value, quoted) ? start + quoted : -1;
      }
    }
    if (body == null) {
      throw tokens.error("no inline code specified");
    }
    return new SessionCommand.Do(language, body, bodyStart, position);
  }

  /** Returns the offset of the content of a string in its source. */
  private static int contentStart(String source) {
    boolean isDollarQuoted = source.charAt(0) == '$';
    return isDollarQuoted ? source.indexOf('$', 1) + 1 : source.indexOf('\'') + 1;
  }
}
