package dev.colonnade.sql.ddl;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.OnCommit;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.parse.SelectInto;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.NewTableName;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.StatementPreparer;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** CREATE TABLE ... AS: a CREATE TABLE with the query's columns, and an INSERT of its rows. */
final class CreateTableAsStatement implements PreparedStatement {
  private final StatementPreparer preparer;
  private final Definition.CreateTableAs create;
  private final String query;
  private final List<String> columns;

  private CreateTableAsStatement(
      StatementPreparer preparer,
      Definition.CreateTableAs create,
      String query,
      List<String> columns) {
    this.preparer = preparer;
    this.create = create;
    this.query = query;
    this.columns = columns;
  }

  public static PreparedStatement prepare(
      StatementPreparer preparer,
      String sql,
      Definition.CreateTableAs create,
      StatementTransaction transaction) {
    String text =
        SelectInto.withoutTarget(StatementParser.textFrom(sql, create.query()))
            .replaceFirst("(?i)\\s+with\\s+(no\\s+)?data\\s*$", "");
    List<SqlColumn> found =
        preparer
            .query(text, StatementParser.parse(text), transaction, UnaryOperator.identity())
            .columns();
    if (create.columns().size() > found.size()) {
      throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, "too many column names were specified");
    }
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      String name = i < create.columns().size() ? create.columns().get(i) : found.get(i).name();
      columns.add(NameScope.quoted(name) + " " + typeOf(found.get(i)));
    }
    return new CreateTableAsStatement(preparer, create, text, columns);
  }

  private static String typeOf(SqlColumn column) {
    return column.type().kind() == TypeKind.UNKNOWN ? "text" : column.type().toString();
  }

  @Override
  public Effect effect() {
    return Effect.WRITES;
  }

  @Override
  public StatementResult run(Execution execution) {
    StatementTransaction transaction = execution.transaction();
    Definition.NewTable created = create.table();
    NewTableName name =
        NewTableName.of(transaction.names(), created.name().names, created.temporary());
    if (created.ifNotExists() && name.isTaken(transaction.catalog())) {
      name.addTakenNotice(execution);
      return StatementResult.changed("CREATE TABLE AS", 0);
    }
    String table =
        created.name().names.stream().map(NameScope::quoted).collect(Collectors.joining("."));
    OnCommit onCommit = created.temporary();
    preparer
        .prepare(
            "CREATE %sTABLE %s (%s)%s"
                .formatted(
                    onCommit == null ? "" : "TEMPORARY ",
                    table,
                    String.join(", ", columns),
                    onCommit == null ? "" : " ON COMMIT " + onCommit.name().replace('_', ' ')),
            transaction)
        .run(execution)
        .close();
    if (!create.withData()) {
      return StatementResult.changed(create.tag(), 0);
    }
    try (StatementResult inserted =
        preparer.prepare("INSERT INTO %s %s".formatted(table, query), transaction).run(execution)) {
      return StatementResult.changed(create.tag(), inserted.updateCount());
    }
  }
}
