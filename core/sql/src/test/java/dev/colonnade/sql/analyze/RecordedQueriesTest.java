package dev.colonnade.sql.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.analyze.bind.AnalyzedStatement;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.SystemTables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Queries of {@code queries.txt} have the columns, with their names, types and origins, or the
 * errors that PostgreSQL 15 recorded.
 */
class RecordedQueriesTest {
  /** Queries that differ, with the reason. */
  private static final String DIFFERENCES = "queries-different.txt";

  private final TestCatalog catalog = new TestCatalog();

  @Test
  void shouldEqualRecordedAnswers() throws IOException {
    List<String> known = lines(DIFFERENCES).stream().map(line -> line.split("\t", -1)[0]).toList();
    List<String> failures = new ArrayList<>();
    for (String line : lines("queries.txt")) {
      String query = line.split("\t", -1)[0];
      String expected = line.substring(query.length() + 1);
      String actual = answer(query);
      if (!actual.equals(expected) && !known.contains(query)) {
        failures.add(query + "\n    expected " + expected + "\n    actual   " + actual);
      }
    }
    assertThat(failures.size() + " failures\n" + String.join("\n", failures))
        .isEqualTo("0 failures\n");
  }

  private static List<String> lines(String name) throws IOException {
    try (InputStream in = RecordedQueriesTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    }
  }

  private String answer(String query) {
    try {
      return columns(catalog.analyze(query));
    } catch (ColonnadeException e) {
      return String.join(
          "\t",
          "!",
          e.sqlState(),
          Integer.toString(e.fields().position()),
          escaped(e.getMessage()),
          escaped(e.fields().detail()),
          escaped(e.fields().hint()));
    } catch (RuntimeException e) {
      return e + " at " + Arrays.stream(e.getStackTrace()).limit(4).map(Object::toString).toList();
    }
  }

  private static String escaped(@Nullable String text) {
    return text == null ? "" : text.replace("\\", "\\\\").replace("\n", "\\n");
  }

  private String columns(AnalyzedStatement statement) {
    assertThat(statement.plan().columns())
        .isEqualTo(statement.columns().stream().map(ResultColumn::variable).toList());
    List<String> columns = new ArrayList<>(List.of("="));
    for (ResultColumn column : statement.columns()) {
      columns.add(column.name() + " " + column.type().type() + origin(column.origin()));
    }
    return String.join("\t", columns);
  }

  private String origin(Origin origin) {
    if (origin.relationOid() == 0) {
      return "";
    }
    CatalogSnapshot snapshot = catalog.names().catalog();
    int id = SystemOids.idOf(origin.relationOid());
    if (id < 0) {
      SystemTable table =
          SystemTables.all().stream()
              .filter(each -> each.oid() == origin.relationOid())
              .findFirst()
              .orElseThrow();
      return " " + table.schema() + "." + table.name() + "." + origin.columnNumber();
    }
    Relation relation = Objects.requireNonNull(snapshot.findRelation(id), "relation");
    SchemaEntry schema = Objects.requireNonNull(snapshot.findSchema(relation.schemaId()), "schema");
    return " " + schema.name() + "." + relation.name() + "." + origin.columnNumber();
  }
}
