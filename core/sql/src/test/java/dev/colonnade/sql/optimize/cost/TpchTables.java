package dev.colonnade.sql.optimize.cost;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.optimize.context.PlannerStatistics;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.statistics.ColumnStatistics;
import dev.colonnade.statistics.TableStatistics;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * TPC-H tables with the statistics of scale 1, and plans over them. Columns are declared as {@code
 * name:kind:distinct}, with kinds k (key of the table), n (number), t (text) and d (date).
 */
public final class TpchTables implements PlannerStatistics {
  private static final int FIRST_DAY = (int) LocalDate.of(1992, 1, 1).toEpochDay();
  private static final int BUCKETS = 100;

  private final Map<String, Table> tables = new HashMap<>();
  private final Map<String, TableStatistics> statistics = new HashMap<>();
  private final Variables variables = new Variables();
  private final Map<String, Variable> columns = new HashMap<>();

  /** Constructor: declares all tables. */
  public TpchTables() {
    add("region", 5, "r_regionkey:k:5 r_name:t:5");
    add("nation", 25, "n_nationkey:k:25 n_regionkey:n:5 n_name:t:25");
    add("supplier", 10_000, "s_suppkey:k:10000 s_nationkey:n:25");
    add("customer", 150_000, "c_custkey:k:150000 c_nationkey:n:25 c_mktsegment:t:5");
    add("part", 200_000, "p_partkey:k:200000 p_name:t:199000 p_type:t:150 p_size:n:50");
    add("partsupp", 800_000, "ps_partkey:k:200000 ps_suppkey:k:10000 ps_supplycost:n:99865");
    add("orders", 1_500_000, "o_orderkey:k:1500000 o_custkey:n:99996 o_orderdate:d:2406");
    add(
        "lineitem",
        6_001_215,
        "l_orderkey:k:1500000 l_linenumber:k:7 l_partkey:n:200000 l_suppkey:n:10000"
            + " l_shipdate:d:2526 l_quantity:n:50");
  }

  private void add(String name, long rows, String declared) {
    TableSchemaBuilder builder = TableSchema.builder();
    List<String> key = new ArrayList<>();
    List<String[]> parts = new ArrayList<>();
    for (String column : declared.split(" ", -1)) {
      String[] part = column.split(":", -1);
      parts.add(part);
      builder.required(
          part[0],
          switch (part[1]) {
            case "t" -> ColumnType.Plain.TEXT;
            case "d" -> ColumnType.Plain.DATE;
            default -> ColumnType.Plain.BIGINT;
          });
      if (part[1].equals("k")) {
        key.add(part[0]);
      }
    }
    TableSchema schema = builder.key(key.toArray(new String[0])).build();
    List<ColumnStatistics> known = new ArrayList<>();
    for (String[] part : parts) {
      double distinct = Double.parseDouble(part[2]);
      List<Double> bounds = new ArrayList<>();
      for (int i = 0; i <= BUCKETS && !part[1].equals("t"); i++) {
        double position = distinct * i / BUCKETS;
        bounds.add(part[1].equals("d") ? FIRST_DAY + position : position);
      }
      int id = schema.column(part[0]).id();
      known.add(new ColumnStatistics(id, 0, distinct, List.of(), bounds));
    }
    tables.put(name, Table.detached(name, schema));
    statistics.put(name, new TableStatistics(0, rows, known));
  }

  @Override
  public long rowCount(Table table) {
    return requireNonNull(statistics.get(table.name()), "no statistics").rowCount();
  }

  @Override
  public @Nullable TableStatistics statistics(Table table) {
    return statistics.get(table.name());
  }

  /** Returns a context of planning with these statistics. */
  public PlanningContext context() {
    return new PlanningContext(
        variables, this, PlannerSettings.DEFAULT, Cancellation.withoutDeadline());
  }

  /** Returns the allocator of the variables of the plans. */
  public Variables variables() {
    return variables;
  }

  /**
   * Returns a scan of all columns of a table.
   *
   * @param alias prefix of the names of its columns, with a point, if it is not the table's name
   */
  public LogicalPlan scan(String table, String alias) {
    Table found = requireNonNull(tables.get(table), "no such table");
    List<TableColumn> read = new ArrayList<>();
    List<Column> all = found.schema().columns();
    for (int i = 0; i < all.size(); i++) {
      Column column = all.get(i);
      TypeKind kind =
          column.type() == ColumnType.Plain.TEXT
              ? TypeKind.TEXT
              : column.type() == ColumnType.Plain.DATE ? TypeKind.DATE : TypeKind.BIGINT;
      Variable variable = variables.create(VectorType.of(kind), column.name());
      String prefix = alias.equals(table) ? "" : alias + ".";
      columns.put(prefix + column.name(), variable);
      read.add(new TableColumn(column, i, variable));
    }
    return new TableScan(found, alias, read);
  }

  /** Returns the variable of a column of a scan. */
  public Variable column(String name) {
    Variable found = columns.get(name);
    if (found == null) {
      throw new IllegalArgumentException("no such column: " + name);
    }
    return found;
  }

  /** Returns a comparison of columns and constants: numbers, dates, or texts in quotes. */
  public Expression compare(String left, ComparisonOperator operator, String right) {
    Expression one = operand(left);
    Expression other = operand(right);
    return new Comparison(operator, one, other);
  }

  private Expression operand(String text) {
    if (text.startsWith("'")) {
      return new Literal(VectorType.of(TypeKind.TEXT), text.substring(1, text.length() - 1));
    }
    if (text.matches("\\d{4}-\\d\\d-\\d\\d")) {
      int day = (int) LocalDate.parse(text).toEpochDay();
      return new Literal(VectorType.of(TypeKind.DATE), day);
    }
    return Character.isDigit(text.charAt(0))
        ? new Literal(VectorType.of(TypeKind.BIGINT), Long.valueOf(text))
        : column(text);
  }

  /** Returns equalities, each of two columns or of a column and a constant. */
  public List<Expression> equalities(String... pairs) {
    List<Expression> all = new ArrayList<>();
    for (String pair : pairs) {
      String[] sides = pair.split(" = ", -1);
      all.add(compare(sides[0], ComparisonOperator.EQUAL, sides[1]));
    }
    return all;
  }

  /** Returns the cross join of some inputs, in their order, below a filter. */
  public static LogicalPlan where(List<LogicalPlan> inputs, List<Expression> predicates) {
    LogicalPlan joined = inputs.getFirst();
    for (LogicalPlan input : inputs.subList(1, inputs.size())) {
      joined = LogicalJoin.of(LogicalJoin.Kind.INNER, joined, input, List.of());
    }
    return new LogicalOperator.Filter(joined, predicates);
  }
}
