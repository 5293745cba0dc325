package dev.colonnade.sql.statement;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.function.value.TextOutputFormat;
import dev.colonnade.sql.parse.LockedSubquery;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A statement with queries in it that lock the rows which they return, as those that take work from
 * a queue have. Such a query runs first, and once; then the statement runs with its rows in its
 * place. So it cannot refer to what stands around it.
 */
final class LockingSubqueries implements PreparedStatement {
  private final StatementPreparer preparer;
  private final String sql;
  private final List<Part> parts;

  /** The statement without locks: what it takes and gives. */
  private final PreparedStatement shape;

  /** A query and where it stands. */
  private record Part(LockedSubquery place, PreparedStatement query) {}

  private LockingSubqueries(
      StatementPreparer preparer, String sql, PreparedStatement shape, List<Part> parts) {
    this.preparer = preparer;
    this.sql = sql;
    this.shape = shape;
    this.parts = parts;
  }

  static PreparedStatement prepare(
      StatementPreparer preparer,
      String sql,
      List<LockedSubquery> subqueries,
      StatementTransaction transaction) {
    PreparedStatement shape = preparer.prepare(sql, transaction);
    List<Part> parts = new ArrayList<>();
    for (LockedSubquery place : subqueries) {
      String text = sql.substring(place.start(), place.end());
      PreparedStatement query =
          preparer
              .withTypes(typesWithin(shape.parameterTypes(), place))
              .prepareLocking(text, StatementParser.parse(text), place.lockings(), transaction);
      parts.add(new Part(place, query));
    }
    return new LockingSubqueries(
        preparer.withTypes(shape.parameterTypes()), sql, shape, List.copyOf(parts));
  }

  /** Numbered parameters mean the same everywhere; question marks are counted. */
  private static List<SqlType> typesWithin(List<SqlType> types, LockedSubquery place) {
    int within = place.parameters().within();
    int before = place.parameters().before();
    return within == 0 ? types : types.subList(before, before + within);
  }

  @Override
  public List<SqlColumn> columns() {
    return shape.columns();
  }

  @Override
  public List<SqlType> parameterTypes() {
    return shape.parameterTypes();
  }

  @Override
  public boolean isCacheable() {
    return true;
  }

  @Override
  public Effect effect() {
    return shape.effect() == Effect.WRITES ? Effect.WRITES : Effect.LOCKS;
  }

  @Override
  public StatementResult run(Execution execution) {
    StringBuilder text = new StringBuilder(sql);
    List<@Nullable Object> left = new ArrayList<>(execution.parameters());
    List<SqlType> leftTypes = new ArrayList<>(shape.parameterTypes());
    // From the end, so that places before stay where they are.
    List<String> rows = new ArrayList<>();
    for (Part part : parts) {
      rows.add(rowsOf(part, execution));
    }
    for (int i = parts.size() - 1; i >= 0; i--) {
      LockedSubquery place = parts.get(i).place();
      text.replace(place.start(), place.end(), rows.get(i));
      int before = place.parameters().before();
      left.subList(before, before + place.parameters().within()).clear();
      leftTypes.subList(before, before + place.parameters().within()).clear();
    }
    PreparedStatement whole =
        preparer.withTypes(leftTypes).prepare(text.toString(), execution.transaction());
    List<@Nullable Object> fitting = left.subList(0, Math.min(left.size(), countOf(whole)));
    try (StatementResult outcome =
        whole.run(execution.with(Collections.unmodifiableList(fitting)))) {
      return held(outcome);
    }
  }

  /** Reads all rows, since a locking query is complete when it returns. */
  private StatementResult held(StatementResult outcome) {
    if (outcome.columns().isEmpty()) {
      return StatementResult.changed(outcome.command(), outcome.updateCount());
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (@Nullable Object[] row = outcome.next(); row != null; row = outcome.next()) {
      rows.add(row);
    }
    return StatementResult.rows(outcome.command(), columns(), rows);
  }

  private static int countOf(PreparedStatement statement) {
    return statement.parameterTypes().size();
  }

  /** The rows of a query as one that gives them. */
  private static String rowsOf(Part part, Execution execution) {
    int within = part.place().parameters().within();
    int before = within == 0 ? 0 : part.place().parameters().before();
    List<@Nullable Object> own =
        execution
            .parameters()
            .subList(
                before, Math.min(execution.parameters().size(), before + countOf(part.query())));
    List<SqlColumn> columns = part.query().columns();
    List<String> rows = new ArrayList<>();
    try (StatementResult outcome = part.query().run(execution.with(own))) {
      for (@Nullable Object[] row = outcome.next(); row != null; row = outcome.next()) {
        rows.add(rowText(columns, row));
      }
    }
    String names =
        columns.stream()
            .map(column -> NameScope.quoted(column.name()))
            .collect(Collectors.joining(", "));
    boolean isEmpty = rows.isEmpty();
    String values =
        isEmpty ? rowText(columns, new @Nullable Object[columns.size()]) : String.join(", ", rows);
    return "select * from (values %s) as locked_rows (%s)%s"
        .formatted(values, names, isEmpty ? " where false" : "");
  }

  private static String rowText(List<SqlColumn> columns, @Nullable Object[] row) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      values.add(valueText(columns.get(i).type(), row[i]));
    }
    return "(" + String.join(", ", values) + ")";
  }

  private static String valueText(SqlType type, @Nullable Object value) {
    boolean isText = type.kind() == TypeKind.UNKNOWN;
    String literal =
        value == null
            ? "null"
            : "'" + TextOutputFormat.of(type.kind(), value).replace("'", "''") + "'";
    return "cast(%s as %s)".formatted(literal, isText ? "text" : type);
  }
}
