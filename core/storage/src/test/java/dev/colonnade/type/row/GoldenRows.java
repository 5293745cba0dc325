package dev.colonnade.type.row;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.SortDirection;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.EnumLabel;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the tables and rows in {@code golden/rows.txt}, which describes its format at the top.
 */
final class GoldenRows {
  record Table(String name, RowFormat format, List<Row> rows) {}

  record Kv(int familyId, Key key, String valueHex) {}

  /** Row as it was written in a version, and as the latest version reads it. */
  record Row(
      int version,
      Map<String, @Nullable Object> written,
      Key rowKey,
      List<Kv> kvs,
      Map<String, @Nullable Object> read) {}

  private static final Pattern RUN = Pattern.compile("\\{(..)\\*(\\d+)}");
  private static final Pattern UNICODE_ESCAPE = Pattern.compile("\\\\u(....)");

  private final List<String> lines;
  private final Map<String, EnumType> enums = new HashMap<>();
  private int next;

  private GoldenRows(List<String> lines) {
    this.lines = lines;
  }

  static List<Table> load() throws IOException {
    try (InputStream in = GoldenRows.class.getResourceAsStream("/golden/rows.txt")) {
      String text = new String(requireNonNull(in, "rows.txt is missing").readAllBytes(), UTF_8);
      return new GoldenRows(
              text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList())
          .tables();
    }
  }

  private List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    while (next < lines.size()) {
      String[] table = take("table", 3);
      while (is("enum")) {
        addEnum(take("enum", 4));
      }
      List<TableSchema> versions = new ArrayList<>();
      while (is("schema")) {
        versions.add(schema());
      }
      SchemaHistory history = new SchemaHistory(versions);
      List<Row> rows = new ArrayList<>();
      while (is("row")) {
        rows.add(row(history));
      }
      tables.add(new Table(table[1], new RowFormat(Long.parseLong(table[2]), history), rows));
    }
    return tables;
  }

  private void addEnum(String[] words) {
    List<EnumLabel> labels = new ArrayList<>();
    for (String label : words[3].split(" ", -1)) {
      String[] parts = label.split("=", -1);
      labels.add(new EnumLabel(parts[0], Integer.parseInt(parts[1])));
    }
    enums.put(words[2], new EnumType(Integer.parseInt(words[1]), words[2], labels));
  }

  private TableSchema schema() {
    int version = Integer.parseInt(take("schema", 2)[1]);
    List<Column> columns = new ArrayList<>();
    Map<String, Integer> ids = new HashMap<>();
    while (is("column")) {
      String[] words = take("column", 5);
      ColumnType type = type(words[4]);
      Object defaultValue = is("default") ? literal(type, take("default", 3)[2]) : null;
      int id = Integer.parseInt(words[1]);
      columns.add(new Column(id, words[2], type, words[3].equals("null"), defaultValue));
      ids.put(words[2], id);
    }
    List<KeyColumn> key = new ArrayList<>();
    while (is("key")) {
      String[] words = take("key", 3);
      boolean ascending = words[2].equals("asc");
      key.add(
          new KeyColumn(
              requireNonNull(ids.get(words[1])),
              ascending ? SortDirection.ASCENDING : SortDirection.DESCENDING));
    }
    List<ColumnFamily> families = new ArrayList<>();
    while (is("family")) {
      String[] words = take("family", 0);
      List<Integer> members = Arrays.stream(words).skip(3).map(ids::get).toList();
      families.add(new ColumnFamily(Integer.parseInt(words[1]), words[2], members));
    }
    return new TableSchema(version, columns, key, families);
  }

  private Row row(SchemaHistory history) {
    int version = Integer.parseInt(take("row", 2)[1]);
    Map<String, @Nullable Object> written = values("set", history.version(version));
    Key rowKey = Key.wrap(hex(take("rowkey", 2)[1]));
    List<Kv> kvs = new ArrayList<>();
    while (is("kv")) {
      String[] words = take("kv", 4);
      kvs.add(new Kv(Integer.parseInt(words[1]), Key.wrap(hex(words[2])), expandRuns(words[3])));
    }
    Map<String, @Nullable Object> read = is("get") ? values("get", history.latest()) : written;
    take("end", 1);
    return new Row(version, written, rowKey, kvs, read);
  }

  private Map<String, @Nullable Object> values(String keyword, TableSchema schema) {
    Map<String, @Nullable Object> values = new HashMap<>();
    while (is(keyword)) {
      String[] words = take(keyword, 3);
      values.put(words[1], literal(schema.column(words[1]).type(), words[2]));
    }
    return values;
  }

  private ColumnType type(String text) {
    EnumType enumType = enums.get(text);
    if (enumType != null) {
      return new Enumerated(enumType);
    }
    String[] parts = text.split("[(,)]", -1);
    return switch (parts[0]) {
      case "NUMERIC" -> new Numeric(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
      case "VARCHAR" -> new Varchar(Integer.parseInt(parts[1]));
      case "CHAR" -> new Char(Integer.parseInt(parts[1]));
      default ->
          Arrays.stream(Plain.values())
              .filter(plain -> plain.toString().equals(text))
              .findFirst()
              .orElseThrow();
    };
  }

  private static @Nullable Object literal(ColumnType type, String text) {
    if (text.equals("NULL")) {
      return null;
    }
    return switch (type) {
      case Plain.BOOLEAN -> Boolean.valueOf(text);
      case Plain.SMALLINT -> Short.valueOf(text);
      case Plain.INTEGER -> Integer.valueOf(text);
      case Plain.BIGINT -> Long.valueOf(text);
      case Plain.REAL -> Float.valueOf(text);
      case Plain.DOUBLE -> Double.valueOf(text);
      case Plain.BYTEA -> hex(text.substring(1));
      case Plain.DATE -> LocalDate.parse(text);
      case Plain.TIME -> LocalTime.parse(text);
      case Plain.TIMESTAMP -> LocalDateTime.parse(text);
      case Plain.TIMESTAMPTZ -> Instant.parse(text);
      case Plain.UUID -> UUID.fromString(text);
      case Numeric _ -> new BigDecimal(text);
      case Enumerated _ -> text;
      case Plain _, Varchar _, Char _, ColumnType.Packed _, ColumnType.Composite _ -> text(text);
    };
  }

  private static String text(String literal) {
    if (literal.startsWith("repeat ")) {
      String[] words = literal.split(" ", 3);
      return text(words[2]).repeat(Integer.parseInt(words[1]));
    }
    return UNICODE_ESCAPE
        .matcher(literal.substring(1, literal.length() - 1))
        .replaceAll(escape -> String.valueOf((char) Integer.parseInt(escape.group(1), 16)));
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  private static String expandRuns(String hex) {
    return RUN.matcher(hex).replaceAll(GoldenRows::run);
  }

  private static String run(MatchResult run) {
    return run.group(1).repeat(Integer.parseInt(run.group(2)));
  }

  private boolean is(String keyword) {
    return next < lines.size() && lines.get(next).split(" ", 2)[0].equals(keyword);
  }

  /**
   * Returns the words of the next line; the last of {@code limit} words contains the rest of the
   * line.
   */
  private String[] take(String keyword, int limit) {
    if (!is(keyword)) {
      throw new IllegalArgumentException("expected " + keyword + ": line=" + lines.get(next));
    }
    return lines.get(next++).split(" ", limit);
  }
}
