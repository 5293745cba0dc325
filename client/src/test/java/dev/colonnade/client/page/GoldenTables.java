package dev.colonnade.client.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.ColumnDescription;
import dev.colonnade.protocol.schema.FamilyDescription;
import dev.colonnade.protocol.schema.KeyColumnDescription;
import dev.colonnade.protocol.schema.Literal;
import dev.colonnade.protocol.schema.SchemaVersion;
import dev.colonnade.protocol.schema.SortOrder;
import dev.colonnade.protocol.schema.TableDescription;
import dev.colonnade.protocol.schema.WireEnumLabel;
import dev.colonnade.protocol.schema.WireKind;
import dev.colonnade.protocol.schema.WireType;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tables and rows of {@code golden/rows.txt}; the head of that file describes its format. */
public final class GoldenTables {
  /** Table with its rows in stored form and in the form that its newest version reads. */
  public record Table(TableDescription description, List<Row> rows) {
    @Override
    public String toString() {
      return description.name();
    }
  }

  /** Row of a golden table. */
  public record Row(List<Pair> pairs, Map<String, @Nullable Object> values) {}

  /** Stored key-value pair. */
  public record Pair(Bytes key, Bytes value) {}

  private static final Pattern RUN = Pattern.compile("\\{(..)\\*(\\d+)}");
  private static final Pattern UNICODE_ESCAPE = Pattern.compile("\\\\u(....)");

  private final List<String> lines;
  private final Map<String, WireType> enums = new HashMap<>();
  private int next;

  private GoldenTables(List<String> lines) {
    this.lines = lines;
  }

  /**
   * Returns the microseconds since 1970. If the product overflows a long, the sum is in range
   * again.
   */
  static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
  }

  /** Returns all tables of the file. */
  public static List<Table> load() throws IOException {
    try (InputStream in = GoldenTables.class.getResourceAsStream("/golden/rows.txt")) {
      String text = new String(requireNonNull(in, "rows.txt is missing").readAllBytes(), UTF_8);
      return new GoldenTables(
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
      List<KeyColumnDescription> key = new ArrayList<>();
      List<SchemaVersion> versions = new ArrayList<>();
      while (is("schema")) {
        key.clear();
        versions.add(schema(key));
      }
      TableDescription description =
          new TableDescription(Integer.parseUnsignedInt(table[2]), table[1], key, versions);
      List<Row> rows = new ArrayList<>();
      while (is("row")) {
        rows.add(row(description));
      }
      tables.add(new Table(description, rows));
    }
    return tables;
  }

  private void addEnum(String[] words) {
    List<WireEnumLabel> labels = new ArrayList<>();
    for (String label : words[3].split(" ", -1)) {
      String[] parts = label.split("=", -1);
      labels.add(new WireEnumLabel(Integer.parseInt(parts[1]), parts[0]));
    }
    enums.put(words[2], WireType.enumeration(words[2], labels));
  }

  private SchemaVersion schema(List<KeyColumnDescription> key) {
    int version = Integer.parseInt(take("schema", 2)[1]);
    List<ColumnDescription> columns = new ArrayList<>();
    Map<String, Integer> ids = new HashMap<>();
    while (is("column")) {
      String[] words = take("column", 5);
      WireType type = type(words[4]);
      Optional<Literal> missing =
          is("default")
              ? Optional.ofNullable(value(type, take("default", 3)[2])).map(GoldenTables::literal)
              : Optional.empty();
      int id = Integer.parseInt(words[1]);
      columns.add(
          new ColumnDescription(
              id, new ColumnDefinition(words[2], type, words[3].equals("null"), missing)));
      ids.put(words[2], id);
    }
    while (is("key")) {
      String[] words = take("key", 3);
      SortOrder order = words[2].equals("asc") ? SortOrder.ASCENDING : SortOrder.DESCENDING;
      key.add(new KeyColumnDescription(requireNonNull(ids.get(words[1])), order));
    }
    List<FamilyDescription> families = new ArrayList<>();
    while (is("family")) {
      String[] words = take("family", 0);
      List<Integer> members = Arrays.stream(words).skip(3).map(ids::get).toList();
      families.add(new FamilyDescription(Integer.parseInt(words[1]), words[2], members));
    }
    return new SchemaVersion(version, columns, families);
  }

  private Row row(TableDescription table) {
    int version = Integer.parseInt(take("row", 2)[1]);
    Map<String, @Nullable Object> written = values("set", table.version(version).orElseThrow());
    take("rowkey", 2);
    List<Pair> pairs = new ArrayList<>();
    while (is("kv")) {
      String[] words = take("kv", 4);
      pairs.add(new Pair(Bytes.ofHex(words[2]), Bytes.ofHex(expandRuns(words[3]))));
    }
    Map<String, @Nullable Object> read = is("get") ? values("get", table.current()) : written;
    take("end", 1);
    return new Row(pairs, read);
  }

  private Map<String, @Nullable Object> values(String keyword, SchemaVersion schema) {
    Map<String, @Nullable Object> values = new HashMap<>();
    while (is(keyword)) {
      String[] words = take(keyword, 3);
      WireType type =
          schema.columns().stream()
              .filter(column -> column.name().equals(words[1]))
              .findFirst()
              .orElseThrow()
              .type();
      values.put(words[1], value(type, words[2]));
    }
    return values;
  }

  private WireType type(String text) {
    WireType enumeration = enums.get(text);
    if (enumeration != null) {
      return enumeration;
    }
    String[] parts = text.split("[(,)]", -1);
    return switch (parts[0]) {
      case "NUMERIC" -> WireType.numeric(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
      case "VARCHAR" -> WireType.varchar(Integer.parseInt(parts[1]));
      case "CHAR" -> WireType.character(Integer.parseInt(parts[1]));
      case "DOUBLE PRECISION" -> WireType.DOUBLE;
      default -> new WireType(WireKind.valueOf(text), 0, 0, 0, "", List.of());
    };
  }

  private static @Nullable Object value(WireType type, String text) {
    if (text.equals("NULL")) {
      return null;
    }
    return switch (type.kind()) {
      case BOOLEAN -> Boolean.valueOf(text);
      case SMALLINT -> Short.valueOf(text);
      case INTEGER -> Integer.valueOf(text);
      case BIGINT -> Long.valueOf(text);
      case REAL -> Float.valueOf(text);
      case DOUBLE -> Double.valueOf(text);
      case BYTEA -> HexFormat.of().parseHex(text.substring(1));
      case DATE -> LocalDate.parse(text);
      case TIME -> LocalTime.parse(text);
      case TIMESTAMP -> LocalDateTime.parse(text);
      case TIMESTAMPTZ -> Instant.parse(text);
      case UUID -> UUID.fromString(text);
      case NUMERIC -> new BigDecimal(text);
      case ENUM -> text;
      case TEXT, VARCHAR, CHAR -> text(text);
    };
  }

  private static Literal literal(Object value) {
    if (value instanceof Boolean it) {
      return new Literal.OfBoolean(it);
    } else if (value instanceof Float || value instanceof Double) {
      return new Literal.OfDouble(((Number) value).doubleValue());
    } else if (value instanceof BigDecimal it) {
      return new Literal.OfDecimal(it);
    } else if (value instanceof Number it) {
      return new Literal.OfLong(it.longValue());
    } else if (value instanceof byte[] it) {
      return new Literal.OfBytes(Bytes.copyOf(it));
    } else if (value instanceof UUID it) {
      return new Literal.OfUuid(it);
    } else if (value instanceof LocalDate it) {
      return new Literal.OfLong(it.toEpochDay());
    } else if (value instanceof LocalTime it) {
      return new Literal.OfLong(it.getLong(ChronoField.MICRO_OF_DAY));
    } else if (value instanceof LocalDateTime it) {
      return new Literal.OfLong(micros(it.toInstant(ZoneOffset.UTC)));
    } else if (value instanceof Instant it) {
      return new Literal.OfLong(micros(it));
    }
    return new Literal.OfText((String) value);
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

  private static String expandRuns(String hex) {
    return RUN.matcher(hex).replaceAll(GoldenTables::run);
  }

  private static String run(MatchResult run) {
    return run.group(1).repeat(Integer.parseInt(run.group(2)));
  }

  private boolean is(String keyword) {
    return next < lines.size() && lines.get(next).split(" ", 2)[0].equals(keyword);
  }

  /**
   * Returns the words of the next line; the last of {@code limit} words is the rest of the line.
   */
  private String[] take(String keyword, int limit) {
    if (!is(keyword)) {
      throw new IllegalArgumentException("expected " + keyword + ": line=" + lines.get(next));
    }
    return lines.get(next++).split(" ", limit);
  }
}
