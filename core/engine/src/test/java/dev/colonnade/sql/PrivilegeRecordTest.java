package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Statements of several roles in one session, with the rows and errors of PostgreSQL 15 ({@code
 * resources/privileges}): each is behind {@code >}, and its answer in the lines below it.
 */
class PrivilegeRecordTest {
  private record Case(String statement, List<String> answer) {}

  @ParameterizedTest
  @ValueSource(strings = {"sql", "rows", "types", "catalog"})
  public void shouldAllowAndRefuseAsPostgres(String name, @TempDir Path folder) {
    List<String> differences = new ArrayList<>();
    try (Database database = Database.open(StorageConfig.at(folder))) {
      try (Session session = database.session("postgres", "postgres")) {
        for (Case test : cases(name)) {
          List<String> found = answer(session.sql(), test.statement());
          if (!found.equals(test.answer())) {
            differences.add(
                "%s%n  expected %s%n  found    %s"
                    .formatted(test.statement(), test.answer(), found));
          }
        }
      }
    }
    assertThat(differences).isEmpty();
  }

  private static List<Case> cases(String name) {
    List<Case> cases = new ArrayList<>();
    for (String line : SqlResources.read("/privileges/" + name + ".txt").lines().toList()) {
      if (line.startsWith("> ")) {
        cases.add(new Case(line.substring(2), new ArrayList<>()));
      } else {
        cases.getLast().answer().add(line);
      }
    }
    return cases;
  }

  private static List<String> answer(SqlSession session, String statement) {
    try (SqlResult result = session.execute(statement)) {
      List<String> rows = new ArrayList<>();
      if (result.columns().isEmpty() || statement.startsWith("copy ")) {
        return rows;
      }
      for (@Nullable Object @Nullable [] row = result.next(); row != null; row = result.next()) {
        rows.add(
            Stream.of(row)
                .map(value -> value == null ? "" : String.valueOf(value))
                .collect(Collectors.joining("|")));
      }
      return rows;
    } catch (ColonnadeException e) {
      return List.of("error %s %s".formatted(e.code().sqlState(), e.getMessage()));
    }
  }
}
