package dev.colonnade.sql.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.analyze.bind.AnalyzedStatement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the analysis of changes against recorded answers of PostgreSQL 15: the names and types
 * of result columns and parameters, or the error with its position, detail and hint.
 */
class ChangeAnalysisTest {
  private static final int ENTRIES_MIN = 450;

  @TempDir private Path folder;

  @Test
  void shouldAnalyzeChangesAsPostgres() {
    List<String> differences = new ArrayList<>();
    String[] entries = AnalyzerEnvironment.read("verdicts.txt").strip().split("\n\n", -1);
    try (AnalyzerEnvironment environment = new AnalyzerEnvironment(folder)) {
      for (String entry : entries) {
        String[] parts = entry.split("\n----\n", 2);
        String actual = verdict(parts[0], environment);
        if (!actual.equals(parts[1])) {
          differences.add(
              parts[0] + "\n>> expected\n" + parts[1] + "\n>> actual\n" + actual + "\n");
        }
      }
    }
    assertThat(entries.length).isGreaterThan(ENTRIES_MIN);
    assertThat(differences).isEmpty();
  }

  private static String verdict(String sql, AnalyzerEnvironment environment) {
    try {
      return shown(environment.analyze(sql));
    } catch (ColonnadeException e) {
      return shown(e);
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
