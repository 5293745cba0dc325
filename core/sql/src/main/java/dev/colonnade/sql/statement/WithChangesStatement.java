package dev.colonnade.sql.statement;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.function.MaterializedCteService;
import dev.colonnade.sql.parse.SqlMergeRows;
import dev.colonnade.sql.parse.SqlStatement;
import dev.colonnade.sql.parse.SqlWithChanges;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.schema.MaterializedCteTable;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * WITH of which an item changes rows. All parts read what was there before: the items find out what
 * they change, the statement behind them does, and then everything is written in that order.
 */
final class WithChangesStatement implements PreparedStatement {
  /** A name and what gives its rows. */
  private record Item(String name, PreparedStatement statement) {}

  private final List<Item> items;
  private final PreparedStatement body;

  private WithChangesStatement(List<Item> items, PreparedStatement body) {
    this.items = List.copyOf(items);
    this.body = body;
  }

  static WithChangesStatement prepare(
      StatementPreparer preparer,
      String sql,
      SqlWithChanges node,
      StatementTransaction transaction) {
    List<Item> items = new ArrayList<>();
    List<MaterializedCteTable> held = new ArrayList<>();
    for (SqlWithChanges.Item item : node.items()) {
      String name = item.name().getSimple();
      if (items.stream().anyMatch(other -> other.name().equals(name))) {
        throw new ColonnadeException(
            ErrorCode.DUPLICATE_ALIAS,
            "WITH query name \"%s\" specified more than once".formatted(name));
      }
      if (item.statement() instanceof SqlMergeRows) {
        throw new ColonnadeException(ErrorCode.UNSUPPORTED, "MERGE not supported in WITH query");
      }
      PreparedStatement statement =
          preparer.holding(held).prepare(sql, queryOrChange(item), transaction);
      items.add(new Item(name, statement));
      if (!statement.columns().isEmpty()) {
        held.add(table(item, statement.columns()));
      }
    }
    try {
      return new WithChangesStatement(
          items, preparer.holding(held).prepare(sql, node.body(), transaction));
    } catch (ColonnadeException e) {
      throw withoutReturning(items, e);
    }
  }

  /** The statement of an item; one that names itself stands behind a WITH of its own. */
  private static SqlNode queryOrChange(SqlWithChanges.Item item) {
    if (!item.recursive() || item.statement() instanceof SqlStatement) {
      return item.statement();
    }
    SqlParserPos pos = item.name().getParserPosition();
    SqlNode own =
        new SqlWithItem(
            pos,
            item.name(),
            item.columns(),
            item.statement(),
            SqlLiteral.createBoolean(true, pos));
    SqlNode rows =
        Returning.select(
            List.of(SqlIdentifier.star(pos)), new SqlIdentifier(item.name().names, pos));
    return new SqlWith(pos, SqlNodeList.of(own), rows);
  }

  private static MaterializedCteTable table(SqlWithChanges.Item item, List<SqlColumn> columns) {
    List<String> names = new ArrayList<>(columns.stream().map(SqlColumn::name).toList());
    SqlNodeList given = item.columns();
    if (given != null) {
      if (given.size() > names.size()) {
        throw new ColonnadeException(
            ErrorCode.INVALID_COLUMN_REFERENCE,
            "WITH query \"%s\" has %d columns available but %d columns specified"
                .formatted(item.name().getSimple(), names.size(), given.size()));
      }
      for (int i = 0; i < given.size(); i++) {
        names.set(i, ((SqlIdentifier) given.get(i)).getSimple());
      }
    }
    return new MaterializedCteTable(
        item.name().getSimple(), names, columns.stream().map(SqlColumn::type).toList());
  }

  /** Returns the error, at its position, of a reference to an item that has no RETURNING. */
  private static ColonnadeException withoutReturning(List<Item> items, ColonnadeException e) {
    for (Item item : items) {
      boolean isMeant =
          item.statement().columns().isEmpty()
              && e.code() == ErrorCode.UNKNOWN_TABLE
              && String.valueOf(e.getMessage()).contains("\"" + item.name() + "\"");
      if (isMeant) {
        return new ColonnadeException(
            ErrorCode.UNSUPPORTED,
            "WITH query \"%s\" does not have a RETURNING clause".formatted(item.name()));
      }
    }
    return e;
  }

  @Override
  public List<SqlColumn> columns() {
    return body.columns();
  }

  @Override
  public List<SqlType> parameterTypes() {
    List<List<SqlType>> parts = new ArrayList<>();
    items.forEach(item -> parts.add(item.statement().parameterTypes()));
    parts.add(body.parameterTypes());
    return ParameterTypes.merged(parts);
  }

  @Override
  public boolean isCacheable() {
    return true;
  }

  @Override
  public Effect effect() {
    return Effect.WRITES;
  }

  @Override
  public StatementResult run(Execution execution) {
    int expected = parameterTypes().size();
    if (execution.parameters().size() != expected) {
      throw new ColonnadeException(
          ErrorCode.WRONG_PARAMETERS,
          "wrong number of parameters: expected=%d actual=%d"
              .formatted(expected, execution.parameters().size()));
    }
    Names names = new Names(execution);
    List<RowChanging.Changes> changes = new ArrayList<>();
    for (Item item : items) {
      if (item.statement() instanceof RowChanging changing) {
        RowChanging.Changes made = changing.changes(names.executionOf(changing));
        names.rows.put(item.name(), made.returned().held());
        changes.add(made);
      }
    }
    if (body instanceof RowChanging changing) {
      RowChanging.Changes last = changing.changes(names.executionOf(changing));
      changes.forEach(made -> made.write(execution).close());
      return last.write(execution);
    }
    ReturnedRows rows = names.returnedBy((QueryStatement) body);
    changes.forEach(made -> made.write(execution).close());
    return StatementResult.rows("SELECT", columns(), rows.shown(columns()));
  }

  /** The rows of the names in one run: those of queries are found when they are first read. */
  private final class Names implements MaterializedCteService {
    private final Execution execution;
    private final Map<String, List<@Nullable Object[]>> rows = new HashMap<>();

    Names(Execution execution) {
      this.execution = execution;
    }

    Execution executionOf(PreparedStatement statement) {
      int own = statement.parameterTypes().size();
      return execution.with(execution.parameters().subList(0, own)).holding(this);
    }

    ReturnedRows returnedBy(QueryStatement query) {
      ReturnedRows returned = new ReturnedRows(query, 0);
      try (InternalRows found = query.open(executionOf(query))) {
        for (@Nullable Object[] row = found.next(); row != null; row = found.next()) {
          returned.add(row);
        }
      }
      return returned;
    }

    @Override
    public List<@Nullable Object[]> rows(String name) {
      List<@Nullable Object[]> known = rows.get(name);
      if (known != null) {
        return known;
      }
      for (Item item : items) {
        if (item.name().equals(name) && item.statement() instanceof QueryStatement query) {
          List<@Nullable Object[]> found = returnedBy(query).held();
          rows.put(name, found);
          return found;
        }
      }
      throw new IllegalStateException("no such item of WITH: name=" + name);
    }
  }
}
