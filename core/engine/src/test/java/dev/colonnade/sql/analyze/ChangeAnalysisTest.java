package dev.colonnade.sql.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.analyze.bind.AnalyzedStatement;
import dev.colonnade.sql.analyze.bind.ParameterTypes;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the analysis of changes against recorded answers of PostgreSQL 15: the names and types of
 * result columns and parameters, or the error with its position, detail and hint.
 */
class ChangeAnalysisTest {
  private static final long MIB = 1024 * 1024;
  private static final int ENTRIES_MIN = 450;

  @TempDir private Path folder;
  private Database database;
  private NameScope names;

  @BeforeEach
  public void open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
    SqlSession session = database.session("test").sql();
    for (String sql : read("schema.sql").split(";\n", -1)) {
      if (!sql.isBlank()) {
        session.execute(sql).close();
      }
    }
    names =
        NameScope.of(database.catalog().snapshot(), BuiltIns.COLONNADE, BuiltIns.PUBLIC, "test");
  }

  @AfterEach
  public void close() {
    database.close();
  }

  private static String read(String file) {
    try (InputStream in =
        Objects.requireNonNull(
            ChangeAnalysisTest.class.getResourceAsStream("/sql/changes/" + file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldAnalyzeChangesAsPostgres() {
    Registry registry = Registry.ofSystem().with(new CatalogTypes(names));
    List<String> differences = new ArrayList<>();
    int count = 0;
    for (String entry : read("verdicts.txt").strip().split("\n\n", -1)) {
      String[] parts = entry.split("\n----\n", 2);
      String actual = verdict(parts[0], registry);
      count++;
      if (!actual.equals(parts[1])) {
        differences.add(parts[0] + "\n>> expected\n" + parts[1] + "\n>> actual\n" + actual + "\n");
      }
    }
    assertThat(count).isGreaterThan(ENTRIES_MIN);
    assertThat(differences).isEmpty();
  }

  private String verdict(String sql, Registry registry) {
    try {
      StatementAnalysis statement =
          new StatementAnalysis(
              registry, names, new ParameterTypes(List.of(), ParameterTypes.COUNT_MAX));
      DataStatement node = (DataStatement) SqlParser.parse(sql).getFirst().statement();
      return shown(Analyzer.analyze(node, statement));
    } catch (ColonnadeException e) {
      return shown(e);
    } catch (RuntimeException e) {
      StackTraceElement[] trace = e.getStackTrace();
      return "failure " + e + " at " + (trace.length == 0 ? "" : trace[0]);
    }
  }

  private static String shown(AnalyzedStatement statement) {
    StringBuilder text = new StringBuilder("ok");
    statement.parameterTypes().forEach(type -> text.append("\n$ ").append(type));
    statement
        .columns()
        .forEach(column -> text.append("\n%s %s".formatted(column.name(), column.type())));
    return text.toString();
  }

  private static String shown(ColonnadeException e) {
    StringBuilder text = new StringBuilder("error " + e.code().sqlState());
    if (e.position() > 0) {
      text.append(" at ").append(e.position());
    }
    text.append('\n').append(e.getMessage());
    if (e.fields().detail() != null) {
      text.append("\ndetail: ").append(e.fields().detail());
    }
    if (e.fields().hint() != null) {
      text.append("\nhint: ").append(e.fields().hint());
    }
    return text.toString();
  }
}
