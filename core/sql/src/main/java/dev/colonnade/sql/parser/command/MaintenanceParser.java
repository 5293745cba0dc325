package dev.colonnade.sql.parser.command;

import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.parser.definition.OptionParser;
import dev.colonnade.sql.parser.query.QueryGrammar;
import dev.colonnade.sql.parser.token.Names;
import dev.colonnade.sql.parser.token.TokenStream;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.command.Command;
import dev.colonnade.sql.syntax.command.MaintenanceCommand;
import dev.colonnade.sql.syntax.command.MaintenanceCommand.Target;
import java.util.ArrayList;
import java.util.List;

/** Parser of commands of maintenance. */
final class MaintenanceParser {
  private final TokenStream tokens;
  private final Names names;
  private final OptionParser options;

  MaintenanceParser(QueryGrammar grammar, OptionParser options) {
    this.tokens = grammar.tokens();
    this.names = grammar.names();
    this.options = options;
  }

  Command parse(Keyword keyword) {
    int position = tokens.position();
    tokens.advance();
    return switch (keyword) {
      case VACUUM -> vacuum(position);
      case ANALYZE, ANALYSE -> analyze(position);
      case CLUSTER -> cluster(position);
      case REINDEX -> reindex(position);
      case LOAD -> new MaintenanceCommand.Load(tokens.string(), position);
      default -> new MaintenanceCommand.Checkpoint(position);
    };
  }

  /** Parses {@code BACKUP TO 'folder' [(option [, ...])]}; BACKUP is no keyword. */
  Command backup() {
    int position = tokens.position();
    tokens.advance();
    tokens.expect(Keyword.TO);
    String folder = tokens.string();
    return new MaintenanceCommand.Backup(folder, optionalOptions(), position);
  }

  /**
   * Parses {@code RESTORE TABLE table [(column [, ...])] FROM 'folder' [(option [, ...])]}, {@code
   * RESTORE DATABASE name FROM 'folder' [AS name] [AT 'time'] [(option [, ...])]}, and {@code
   * RESTORE FROM 'folder'}; RESTORE is no keyword.
   */
  Command restore() {
    int position = tokens.position();
    tokens.advance();
    if (tokens.accept(Keyword.DATABASE)) {
      return restoreDatabase(position);
    }
    QualifiedName table = null;
    List<String> columns = List.of();
    if (tokens.accept(Keyword.TABLE)) {
      table = names.relation();
      columns = names.optionalColumns();
    }
    tokens.expect(Keyword.FROM);
    String folder = tokens.string();
    return new MaintenanceCommand.Restore(table, columns, folder, optionalOptions(), position);
  }

  private Command restoreDatabase(int position) {
    String name = names.column();
    tokens.expect(Keyword.FROM);
    String folder = tokens.string();
    String newName = tokens.accept(Keyword.AS) ? names.column() : name;
    String time = tokens.accept(Keyword.AT) ? tokens.string() : null;
    return new MaintenanceCommand.RestoreDatabase(
        name, folder, newName, time, optionalOptions(), position);
  }

  private List<Option> optionalOptions() {
    return tokens.at(TokenKind.LEFT_PARENTHESIS) ? options.utilityOptions() : List.of();
  }

  private Command vacuum(int position) {
    if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      List<Option> found = options.utilityOptions();
      return new MaintenanceCommand.Vacuum(found, targets(), position);
    }
    List<Option> found = new ArrayList<>();
    for (Keyword keyword : List.of(Keyword.FULL, Keyword.FREEZE, Keyword.VERBOSE)) {
      readOption(keyword, found);
    }
    int start = tokens.position();
    if (tokens.accept(Keyword.ANALYZE) || tokens.accept(Keyword.ANALYSE)) {
      found.add(new Option("analyze", null, start));
    }
    return new MaintenanceCommand.Vacuum(List.copyOf(found), targets(), position);
  }

  private void readOption(Keyword keyword, List<Option> found) {
    int start = tokens.position();
    if (tokens.accept(keyword)) {
      found.add(new Option(keyword.word(), null, start));
    }
  }

  private Command analyze(int position) {
    return new MaintenanceCommand.Analyze(verboseOrOptions(), targets(), position);
  }

  private List<Option> verboseOrOptions() {
    if (tokens.at(TokenKind.LEFT_PARENTHESIS)) {
      return options.utilityOptions();
    }
    List<Option> found = new ArrayList<>();
    readOption(Keyword.VERBOSE, found);
    return List.copyOf(found);
  }

  private List<Target> targets() {
    return names.isColumn(0) ? tokens.list(this::target) : List.of();
  }

  private Target target() {
    QualifiedName table = names.relation();
    return new Target(table, names.optionalColumns());
  }

  private Command cluster(int position) {
    boolean hasOptions = tokens.at(TokenKind.LEFT_PARENTHESIS);
    List<Option> found = verboseOrOptions();
    if (!hasOptions && !names.isColumn(0)) {
      return new MaintenanceCommand.Cluster(found, null, null, position);
    }
    QualifiedName table = names.relation();
    if (!hasOptions && table.parts().size() == 1 && tokens.accept(Keyword.ON)) {
      return new MaintenanceCommand.Cluster(found, names.relation(), table.last(), position);
    }
    String index = tokens.accept(Keyword.USING) ? names.column() : null;
    return new MaintenanceCommand.Cluster(found, table, index, position);
  }

  private Command reindex(int position) {
    List<Option> found =
        tokens.at(TokenKind.LEFT_PARENTHESIS) ? options.utilityOptions() : List.of();
    Keyword kind = tokens.keyword();
    boolean isRelation = kind == Keyword.INDEX || kind == Keyword.TABLE;
    boolean isGroup = kind == Keyword.SCHEMA || kind == Keyword.SYSTEM || kind == Keyword.DATABASE;
    if (kind == null || (!isRelation && !isGroup)) {
      throw tokens.unexpected();
    }
    tokens.advance();
    boolean concurrently = tokens.accept(Keyword.CONCURRENTLY);
    int start = tokens.position();
    QualifiedName name = isRelation ? names.relation() : QualifiedName.of(names.column(), start);
    return new MaintenanceCommand.Reindex(found, kind.name(), concurrently, name, position);
  }
}
