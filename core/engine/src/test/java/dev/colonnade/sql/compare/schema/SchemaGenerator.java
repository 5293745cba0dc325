package dev.colonnade.sql.compare.schema;

import dev.colonnade.sql.compare.schema.TableDefinition.ColumnDefinition;
import java.util.ArrayList;
import java.util.List;

/**
 * Generator of tables with all kinds of columns, constraints and indexes. Columns of the same name
 * have the same type in all tables, so that USING and NATURAL find them. Rows may violate
 * constraints: the caller drops those that PostgreSQL refuses.
 */
public final class SchemaGenerator {
  private static final List<ColumnDefinition> POOL =
      List.of(
          column("i1", Type.INT, "int"),
          column("i2", Type.INT, "int"),
          column("i3", Type.INT, "int"),
          column("i1", Type.INT, "int"),
          column("b1", Type.BIGINT, "bigint"),
          column("s1", Type.SMALLINT, "smallint"),
          column("n1", Type.NUMERIC, "numeric(10,2)"),
          column("n2", Type.NUMERIC, "numeric"),
          column("d1", Type.DOUBLE, "double precision"),
          column("t1", Type.TEXT, "text"),
          column("t2", Type.TEXT, "text"),
          column("v1", Type.TEXT, "varchar(10)"),
          column("h1", Type.CHAR, "char(4)"),
          column("o1", Type.BOOLEAN, "boolean"),
          column("dt1", Type.DATE, "date"),
          column("ts1", Type.TIMESTAMP, "timestamp"),
          column("tz1", Type.TIMESTAMPTZ, "timestamptz"),
          column("iv1", Type.INTERVAL, "interval"),
          column("u1", Type.UUID, "uuid"),
          column("ar1", Type.INT_ARRAY, "int[]"),
          column("r1", Type.REAL, "real"),
          column("tm1", Type.TIME, "time"),
          column("j1", Type.JSONB, "jsonb"),
          column("rg1", Type.RANGE, "int4range"),
          column("by1", Type.BYTEA, "bytea"),
          column("ta1", Type.TEXT_ARRAY, "text[]"),
          column("m1", Type.MOOD, "mood"),
          column("m2", Type.MOOD, "mood"),
          column("p1", Type.PAIR, "pair"));

  private final Choices choices;

  public SchemaGenerator(long seed) {
    choices = new Choices(seed);
  }

  private static ColumnDefinition column(String name, Type type, String declaration) {
    return new ColumnDefinition(name, type, declaration, false, false);
  }

  /** Returns a schema. */
  public Schema next() {
    List<TableDefinition> tables = new ArrayList<>();
    int count = choices.between(2, 5);
    for (int i = 0; i < count; i++) {
      tables.add(table("t" + i, tables));
    }
    return new Schema(tables, choices.percent(40));
  }

  private TableDefinition table(String name, List<TableDefinition> earlier) {
    List<ColumnDefinition> columns = new ArrayList<>();
    List<String> constraints = new ArrayList<>();
    int keys = choices.of(0, 0, 1, 1, 1, 1, 2, 2);
    for (int i = 1; i <= keys; i++) {
      columns.add(key("k" + i, keys == 1));
    }
    if (keys == 2) {
      constraints.add("primary key (k1, k2)");
    }
    int more = choices.between(2, 6 - keys);
    for (ColumnDefinition column : choices.some(POOL, POOL.size())) {
      if (columns.size() < keys + more
          && columns.stream().noneMatch(each -> each.name().equals(column.name()))) {
        columns.add(constrained(column));
      }
    }
    if (choices.percent(20)) {
      addForeignKey(columns, earlier);
    }
    if (choices.percent(2)) {
      String expression = keys > 0 ? "length(" + "k1" + "::text)" : "1 + 1";
      String declaration = "int generated always as (" + expression + ") stored";
      columns.add(new ColumnDefinition("g1", Type.INT, declaration, false, true));
    }
    TableDefinition table =
        new TableDefinition(name, columns, constraints, List.of(), rows(columns));
    return table.withIndexes(indexes(table));
  }

  private ColumnDefinition key(String name, boolean isAlone) {
    Type type = choices.of(Type.INT, Type.INT, Type.INT, Type.BIGINT, Type.TEXT, Type.DATE);
    String declaration = type.sqlName() + (isAlone ? " primary key" : "");
    return new ColumnDefinition(
        name, isAlone ? type : Type.INT, isAlone ? declaration : "int", true, false);
  }

  private ColumnDefinition constrained(ColumnDefinition column) {
    String declaration = column.declaration();
    if (choices.percent(15)) {
      declaration += " not null";
    }
    if (choices.percent(20)) {
      declaration += " default " + choices.of(column.type().domain());
    }
    if (choices.percent(10)) {
      declaration += " check (" + check(column) + ")";
    }
    return new ColumnDefinition(column.name(), column.type(), declaration, false, false);
  }

  private String check(ColumnDefinition column) {
    String literal = column.type().literal(choices.of(column.type().domain()));
    return choices.of(
        column.name() + " <> " + literal,
        column.name() + " is null or " + column.name() + " <= " + literal,
        column.name() + " = " + literal + " or " + column.name() + " is not null");
  }

  private void addForeignKey(List<ColumnDefinition> columns, List<TableDefinition> earlier) {
    List<TableDefinition> targets =
        earlier.stream()
            .filter(table -> table.columns().getFirst().declaration().endsWith("primary key"))
            .toList();
    if (targets.isEmpty()) {
      return;
    }
    TableDefinition target = choices.of(targets);
    Type type = target.columns().getFirst().type();
    String action =
        choices.of("", "", " on delete cascade", " on delete set null", " on update cascade");
    String declaration = type.sqlName() + " references " + target.name() + action;
    columns.add(new ColumnDefinition("f" + target.name(), type, declaration, false, false));
  }

  private List<List<String>> rows(List<ColumnDefinition> columns) {
    List<List<String>> rows = new ArrayList<>();
    int count = choices.of(0, 1, 3, 8, 15, 30, 60);
    int nulls = choices.of(5, 20, 40);
    for (int row = 0; row < count; row++) {
      List<String> values = new ArrayList<>();
      for (ColumnDefinition column : columns) {
        if (!column.isGenerated()) {
          values.add(value(column, row, nulls));
        }
      }
      rows.add(values);
    }
    return rows;
  }

  private String value(ColumnDefinition column, int row, int nulls) {
    if (column.isKey()) {
      int part =
          column.declaration().endsWith("primary key")
              ? row
              : column.name().equals("k1") ? row / 4 : row % 4;
      return switch (column.type()) {
        case TEXT -> "'k" + part + "'";
        case DATE -> "'2024-01-01'::date + " + part;
        default -> Integer.toString(part);
      };
    }
    if (column.name().startsWith("ft")) {
      return foreignValue(column.type(), nulls);
    }
    boolean isNull = choices.percent(nulls) && !column.declaration().contains("not null");
    return isNull ? "null" : choices.of(column.type().domain());
  }

  private String foreignValue(Type type, int nulls) {
    if (choices.percent(nulls)) {
      return "null";
    }
    int row = choices.below(8);
    return switch (type) {
      case TEXT -> "'k" + row + "'";
      case DATE -> "'2024-01-01'::date + " + row;
      default -> Integer.toString(row);
    };
  }

  private List<String> indexes(TableDefinition table) {
    List<String> indexes = new ArrayList<>();
    int count = choices.of(0, 0, 1, 1, 2, 3);
    for (int i = 0; i < count; i++) {
      indexes.add(index(table, table.name() + "_" + i));
    }
    return indexes;
  }

  private String index(TableDefinition table, String name) {
    List<ColumnDefinition> columns =
        table.columns().stream().filter(column -> column.type().isIndexable()).toList();
    if (columns.isEmpty()) {
      columns = table.columns().subList(0, 1);
    }
    List<String> keys = new ArrayList<>();
    for (ColumnDefinition column : choices.some(columns, choices.of(1, 1, 2, 2, 3))) {
      String key = choices.percent(12) ? indexedExpression(column) : column.name();
      keys.add(key + (choices.percent(25) ? choices.of(" desc", " desc nulls last", " asc") : ""));
    }
    ColumnDefinition tested = choices.of(columns);
    String predicate =
        choices.percent(20)
            ? choices.of(
                " where " + tested.name() + " is not null",
                " where " + tested.name() + " is null",
                " where "
                    + tested.name()
                    + " > "
                    + tested.type().literal(choices.of(tested.type().domain())))
            : "";
    String unique = choices.percent(keys.size() > 1 ? 20 : 8) ? "unique " : "";
    String included =
        choices.percent(10) ? " include (" + choices.of(table.columns()).name() + ")" : "";
    return "create %sindex %s on %s (%s)%s%s"
        .formatted(unique, name, table.name(), String.join(", ", keys), included, predicate);
  }

  private String indexedExpression(ColumnDefinition column) {
    String name = column.name();
    return switch (column.type()) {
      case INT, BIGINT ->
          choices.of("(" + name + " + 1)", "(" + name + " % 3)", "abs(" + name + ")");
      case TEXT ->
          choices.of("lower(" + name + ")", "length(" + name + ")", "(" + name + " || 'x')");
      case BOOLEAN -> "(not " + name + ")";
      case DATE -> "(" + name + " + 1)";
      default -> name;
    };
  }
}
