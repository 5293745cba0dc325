package dev.colonnade.sql.parser.command;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.definition.OptionParser;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.command.Command;
import dev.colonnade.sql.syntax.command.SettingCommand;
import dev.colonnade.sql.syntax.command.SettingCommand.Assignment;
import dev.colonnade.sql.syntax.command.SettingCommand.Scope;
import dev.colonnade.sql.syntax.command.SettingCommand.Value;
import dev.colonnade.sql.syntax.command.SettingCommand.ValueKind;
import dev.colonnade.sql.syntax.command.ShowObjectsCommand;
import dev.colonnade.sql.syntax.command.TransactionCommand;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Parser of SET, RESET and SHOW. */
final class SettingParser {
  private static final Set<String> LISTS =
      Set.of("tables", "sequences", "databases", "schemas", "ranges", "indexes");
  private static final String TIME_ZONE = "timezone";

  private final QueryGrammar grammar;
  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;

  SettingParser(QueryGrammar grammar, OptionParser options) {
    this.grammar = grammar;
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = options;
  }

  Command parse(Keyword keyword) {
    int position = tokens.position();
    tokens.advance();
    return switch (keyword) {
      case SET -> set(position);
      case RESET -> reset(position);
      default -> show(position);
    };
  }

  private Command set(int position) {
    if (tokens.at(Keyword.CONSTRAINTS) && isConstraints()) {
      return constraints(position);
    }
    Scope scope = Scope.DEFAULT;
    if (tokens.at(Keyword.LOCAL) && !isSettingName(1)) {
      tokens.advance();
      scope = Scope.LOCAL;
    } else if (tokens.at(Keyword.SESSION)
        && !isSettingName(1)
        && !tokens.at(1, Keyword.AUTHORIZATION)
        && !tokens.at(1, Keyword.CHARACTERISTICS)) {
      tokens.advance();
      scope = Scope.SESSION;
    }
    return rest(scope, position);
  }

  /** Returns whether a token ahead shows that the one before it is the name of a setting. */
  private boolean isSettingName(int ahead) {
    return tokens.at(ahead, Keyword.TO)
        || tokens.at(ahead, TokenKind.EQUALS)
        || tokens.at(ahead, TokenKind.DOT)
        || tokens.at(ahead, Keyword.FROM);
  }

  private boolean isConstraints() {
    return !isSettingName(1);
  }

  private Command constraints(int position) {
    tokens.advance();
    List<QualifiedName> constraints =
        tokens.accept(Keyword.ALL) ? List.of() : tokens.list(names::relation);
    boolean deferred = tokens.accept(Keyword.DEFERRED);
    if (!deferred) {
      tokens.expect(Keyword.IMMEDIATE);
    }
    return new TransactionCommand.SetConstraints(constraints, deferred, position);
  }

  private Command rest(Scope scope, int position) {
    Keyword keyword = tokens.keyword();
    if (keyword == null || isSettingName(1)) {
      return generic(scope, position);
    }
    return switch (keyword) {
      case TRANSACTION -> transaction(scope, position);
      case SESSION -> session(scope, position);
      case TIME -> {
        tokens.advance();
        tokens.expect(Keyword.ZONE);
        yield timeZone(scope, position);
      }
      case CATALOG -> catalog();
      case SCHEMA -> {
        tokens.advance();
        yield assigned(scope, "search_path", string(), position);
      }
      case NAMES -> names(scope, position);
      case ROLE -> {
        tokens.advance();
        yield assigned(scope, "role", wordOrString(), position);
      }
      case XML -> xml(scope, position);
      default -> generic(scope, position);
    };
  }

  private Command transaction(Scope scope, int position) {
    tokens.advance();
    if (tokens.accept(Keyword.SNAPSHOT)) {
      return new TransactionCommand.SetSnapshot(tokens.string(), position);
    }
    return new TransactionCommand.SetTransaction(
        false, scope == Scope.LOCAL, new TransactionParser(grammar).modes(), position);
  }

  private Command session(Scope scope, int position) {
    tokens.advance();
    if (tokens.accept(Keyword.CHARACTERISTICS)) {
      tokens.expect(Keyword.AS, Keyword.TRANSACTION);
      return new TransactionCommand.SetTransaction(
          true, scope == Scope.LOCAL, new TransactionParser(grammar).modes(), position);
    }
    tokens.expect(Keyword.AUTHORIZATION);
    String name = "session_authorization";
    if (tokens.accept(Keyword.DEFAULT)) {
      return new SettingCommand.Set(scope, name, Assignment.DEFAULT, List.of(), position);
    }
    return assigned(scope, name, wordOrString(), position);
  }

  private Command catalog() {
    tokens.advance();
    int position = tokens.position();
    tokens.string();
    throw tokens.error(ErrorCode.UNSUPPORTED, "current database cannot be changed", position);
  }

  private Command names(Scope scope, int position) {
    tokens.advance();
    String name = "client_encoding";
    if (tokens.at(TokenKind.STRING)) {
      return assigned(scope, name, string(), position);
    }
    tokens.accept(Keyword.DEFAULT);
    return new SettingCommand.Set(scope, name, Assignment.DEFAULT, List.of(), position);
  }

  private Command xml(Scope scope, int position) {
    tokens.advance();
    tokens.expect(Keyword.OPTION);
    int start = tokens.position();
    boolean isDocument = tokens.accept(Keyword.DOCUMENT);
    if (!isDocument) {
      tokens.expect(Keyword.CONTENT);
    }
    Value value = new Value(ValueKind.WORD, isDocument ? "document" : "content", start);
    return assigned(scope, "xmloption", value, position);
  }

  private static Command assigned(Scope scope, String name, Value value, int position) {
    return new SettingCommand.Set(scope, name, Assignment.VALUES, List.of(value), position);
  }

  private Value string() {
    int position = tokens.position();
    return new Value(ValueKind.STRING, tokens.string(), position);
  }

  private Value wordOrString() {
    int position = tokens.position();
    return tokens.at(TokenKind.STRING)
        ? string()
        : new Value(ValueKind.WORD, names.word(), position);
  }

  private Command timeZone(Scope scope, int position) {
    int start = tokens.position();
    if (tokens.accept(Keyword.DEFAULT) || tokens.accept(Keyword.LOCAL)) {
      return new SettingCommand.Set(scope, TIME_ZONE, Assignment.DEFAULT, List.of(), position);
    }
    if (isNumber()) {
      Value value = new Value(ValueKind.NUMBER, options.number(), start);
      return assigned(scope, TIME_ZONE, value, position);
    }
    if (tokens.at(Keyword.INTERVAL)) {
      return assigned(scope, TIME_ZONE, interval(start), position);
    }
    if (!tokens.at(TokenKind.STRING) && !tokens.at(TokenKind.IDENTIFIER)) {
      throw tokens.unexpected();
    }
    return assigned(scope, TIME_ZONE, wordOrString(), position);
  }

  private Value interval(int start) {
    Expression value = grammar.constant();
    if (!(value instanceof Constant.TypedConstant constant)) {
      throw tokens.unexpected();
    }
    TypeName type = constant.type();
    String fields = type.intervalFields();
    if (fields != null && !fields.equals("HOUR") && !fields.equals("HOUR TO MINUTE")) {
      throw tokens.error("time zone interval must be HOUR or HOUR TO MINUTE", start);
    }
    String text = fields == null ? constant.value() : constant.value() + " " + fields;
    return new Value(ValueKind.INTERVAL, text, start);
  }

  private Command generic(Scope scope, int position) {
    String name = settingName();
    if (tokens.accept(Keyword.FROM)) {
      tokens.expect(Keyword.CURRENT);
      return new SettingCommand.Set(scope, name, Assignment.CURRENT, List.of(), position);
    }
    if (!tokens.accept(TokenKind.EQUALS)) {
      tokens.expect(Keyword.TO);
    }
    if (tokens.accept(Keyword.DEFAULT)) {
      return new SettingCommand.Set(scope, name, Assignment.DEFAULT, List.of(), position);
    }
    List<Value> values = tokens.list(this::value);
    return new SettingCommand.Set(scope, name, Assignment.VALUES, values, position);
  }

  private Value value() {
    int position = tokens.position();
    if (isNumber()) {
      return new Value(ValueKind.NUMBER, options.number(), position);
    }
    if (tokens.at(TokenKind.STRING)) {
      return string();
    }
    return new Value(ValueKind.WORD, options.booleanOrString(), position);
  }

  private boolean isNumber() {
    return options.isNumber() || tokens.at(TokenKind.PLUS) || tokens.at(TokenKind.MINUS);
  }

  private String settingName() {
    StringBuilder name = new StringBuilder(names.column());
    while (tokens.accept(TokenKind.DOT)) {
      name.append('.').append(names.column());
    }
    return name.toString();
  }

  private Command reset(int position) {
    if (tokens.accept(Keyword.ALL)) {
      return new SettingCommand.Reset(Scope.DEFAULT, null, position);
    }
    return new SettingCommand.Reset(Scope.DEFAULT, keywordName(), position);
  }

  /** Returns the name of a setting, also in the forms of keywords. */
  private String keywordName() {
    if (tokens.accept(Keyword.TIME)) {
      tokens.expect(Keyword.ZONE);
      return TIME_ZONE;
    }
    if (tokens.at(Keyword.TRANSACTION, Keyword.ISOLATION)) {
      tokens.advance(2);
      tokens.expect(Keyword.LEVEL);
      return "transaction_isolation";
    }
    if (tokens.accept(Keyword.SESSION, Keyword.AUTHORIZATION)) {
      return "session_authorization";
    }
    return settingName();
  }

  private Command show(int position) {
    if (tokens.accept(Keyword.ALL)) {
      return new SettingCommand.Show(null, position);
    }
    if (tokens.at(Keyword.CREATE, Keyword.TABLE)) {
      tokens.advance(2);
      return new ShowObjectsCommand("CREATE TABLE", names.relation(), position);
    }
    if (isList()) {
      return list(position);
    }
    return new SettingCommand.Show(keywordName(), position);
  }

  private boolean isList() {
    if (tokens.at(Keyword.COLUMNS)) {
      return tokens.at(1, Keyword.FROM);
    }
    boolean isWord = tokens.keyword() != null || tokens.at(TokenKind.IDENTIFIER);
    return isWord && LISTS.contains(tokens.value());
  }

  private Command list(int position) {
    String kind = tokens.value().toUpperCase(Locale.ROOT);
    tokens.advance();
    QualifiedName table = null;
    boolean hasTable = kind.equals("COLUMNS") || kind.equals("RANGES") || kind.equals("INDEXES");
    if (hasTable && tokens.accept(Keyword.FROM)) {
      tokens.accept(Keyword.TABLE);
      table = names.relation();
    }
    return new ShowObjectsCommand(kind, table, position);
  }
}
