package dev.colonnade.sql.statement;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.parse.SqlMergeRows;
import dev.colonnade.sql.parse.SqlStatement;
import dev.colonnade.sql.parse.SqlWithChanges;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.schema.MaterializedCteTable;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Planner of WITH of which an item changes rows. */
final class WithChangesPlanner {
  private WithChangesPlanner() {}

  static PlannedChange plan(SqlWithChanges node, StatementQueries queries) {
    List<ModifyPlan.Item> items = new ArrayList<>();
    List<MaterializedCteTable> tables = new ArrayList<>();
    List<List<SqlType>> parameterTypes = new ArrayList<>();
    Set<String> withoutRows = new HashSet<>();
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
      Part part = part(queryOrChange(item), queries.withItems(tables));
      items.add(new ModifyPlan.Item(name, part.part()));
      parameterTypes.add(part.parameterTypes());
      if (part.columns().isEmpty()) {
        withoutRows.add(name);
      } else {
        tables.add(table(item, part.columns()));
      }
    }
    try {
      Part body = part(node.body(), queries.withItems(tables));
      parameterTypes.add(body.parameterTypes());
      return new PlannedChange(
          body.command(),
          new ModifyPlan.WithChanges(items, body.part()),
          body.columns(),
          List.of(),
          ParameterTypes.merged(parameterTypes));
    } catch (ColonnadeException e) {
      throw withoutReturning(withoutRows, e);
    }
  }

  /** Plan of an item or of the body, and what the statement returns of it. */
  private record Part(
      String command, StatementPart part, List<SqlColumn> columns, List<SqlType> parameterTypes) {}

  private static Part part(SqlNode statement, StatementQueries queries) {
    PlannedChange change = ChangePlanner.find(statement, queries);
    if (change != null) {
      return new Part(change.command(), change.part(), change.columns(), change.parameterTypes());
    }
    if (!statement.isA(SqlKind.QUERY)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "statement is not supported: kind=" + statement.getKind());
    }
    PlannedQuery query = queries.plan(statement);
    return new Part(
        "SELECT",
        new StatementPart(query.physical(), query.parameterTypes()),
        PlannedColumns.of(query),
        query.parameterTypes());
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

  /** Returns the error of a reference to an item that has no RETURNING. */
  private static ColonnadeException withoutReturning(Set<String> names, ColonnadeException e) {
    for (String name : names) {
      if (e.code() == ErrorCode.UNKNOWN_TABLE
          && String.valueOf(e.getMessage()).contains("\"" + name + "\"")) {
        return new ColonnadeException(
            ErrorCode.UNSUPPORTED,
            "WITH query \"%s\" does not have a RETURNING clause".formatted(name));
      }
    }
    return e;
  }
}
