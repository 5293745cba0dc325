package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.function.value.TextOutputFormat;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs the statements that clients and tools were observed to send, and compares the results with
 * those of PostgreSQL 15 on the same tables ({@code resources/clients/answers}, recorded with psql;
 * OIDs of users' objects are excluded from the comparison). The number of equal results must not
 * decrease. With {@code -Dclients.all=true} the test fails for every difference, and prints it.
 */
class ClientTextsTest {
  private static final long MIB = 1024 * 1024;
  private static final Pattern END = Pattern.compile(";\\s*\\n\\s*\\n|;\\s*$");
  private static final Pattern NUMBER = Pattern.compile("\\b\\d{5,10}\\b");

  /** OIDs in the captured statements, and the objects that they referred to. */
  private static final Map<String, String> CAPTURED =
      Map.of("125442", "t", "125430", "s1", "125458", "v", "125431", "parent");

  /** Permanent differences: the product name, files, times, and COPY's data. */
  private static final Set<String> NOT_COMPARED =
      Set.of("java_flyway 0", "java_flyway 18", "java_hibernate 7", "pgbench_init 16");

  /** Queries without a total order. */
  private static final Set<String> UNORDERED =
      Set.of(
          "java_meta 3", "java_work 4", "npgsql_load_types 0", "java_hibernate 10", "psql_meta 46");

  @ParameterizedTest
  @CsvSource({
    "java_connect, 1, 1",
    "java_flyway, 20, 22",
    "java_hibernate, 18, 20",
    "java_hikari, 4, 4",
    "java_meta, 25, 27",
    "java_work, 8, 8",
    "npgsql_load_types, 3, 3",
    "pgbench_init, 24, 27",
    "pgbench_prepared, 12, 12",
    "pgbench_simple, 32, 32",
    "psql_connect, 1, 1",
    "psql_meta, 40, 47"
  })
  void shouldReturnPostgresqlsResultsToClients(
      String file, int alike, int all, @TempDir Path folder) {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    List<String> texts = statements(SqlResources.read("/clients/" + file + ".sql"));
    Map<Integer, String> answers = answers(SqlResources.read("/clients/answers/" + file + ".txt"));
    List<String> differences = new ArrayList<>();
    int same = 0;
    try (Database database = Database.open(StorageConfig.at(folder).withStore(store))) {
      SqlSession session = database.session("postgres", "postgres").sql();
      // PostgreSQL's defaults.
      session.execute("set default_transaction_isolation = 'read committed'").close();
      session.execute("set work_mem = '4MB'").close();
      prepare(session, file);
      Map<String, String> captured = captured(session);
      for (int i = 0; i < texts.size(); i++) {
        String text = withOids(texts.get(i), captured);
        String key = file + " " + i;
        if (text.isEmpty() || NOT_COMPARED.contains(key)) {
          continue;
        }
        String answer = normalized(session, answer(session, text, parameters(key)));
        String expected = answers.getOrDefault(i, "");
        boolean isSame =
            UNORDERED.contains(key)
                ? sorted(answer).equals(sorted(expected))
                : answer.equals(expected);
        if (isSame) {
          same++;
        } else {
          differences.add(
              key + ": " + text + "\n--- expected\n" + expected + "\n--- actual\n" + answer);
        }
      }
    }
    assertThat(same)
        .as("%s: %d of %d equal\n%s", file, same, all, String.join("\n\n", differences))
        .isGreaterThanOrEqualTo(Boolean.getBoolean("clients.all") ? all : alike);
  }

  private static List<String> sorted(String answer) {
    return answer.lines().sorted().toList();
  }

  private static void prepare(SqlSession session, String file) {
    List<String> texts = new ArrayList<>(statements(SqlResources.read("/clients/fixture.txt")));
    if (file.startsWith("pgbench_") && !file.equals("pgbench_init")) {
      texts.addAll(statements(SqlResources.read("/clients/pgbench_init.sql")));
      texts.add("insert into pgbench_accounts(aid,bid,abalance) values (1,1,0)");
    }
    for (String text : texts) {
      if (!text.startsWith("copy ")) {
        answer(session, text, List.of());
      }
    }
  }

  private static List<String> statements(String texts) {
    return Arrays.stream(END.split(texts))
        .map(String::strip)
        .map(text -> text.endsWith(";") ? text.substring(0, text.length() - 1).strip() : text)
        .toList();
  }

  private static Map<Integer, String> answers(String text) {
    Map<Integer, String> answers = new TreeMap<>();
    for (String part : text.split("(?m)^== ", -1)) {
      int end = part.indexOf('\n');
      if (end > 0) {
        answers.put(
            Integer.parseInt(part.substring(0, end)), part.substring(end + 1).stripTrailing());
      }
    }
    return answers;
  }

  private static List<String> parameters(String key) {
    return SqlResources.read("/clients/parameters.txt")
        .lines()
        .filter(line -> line.startsWith(key + " "))
        .flatMap(line -> Arrays.stream(line.substring(key.length() + 1).split("\\|")))
        .toList();
  }

  private static Map<String, String> captured(SqlSession session) {
    Map<String, String> found = new TreeMap<>();
    CAPTURED.forEach(
        (number, name) -> {
          String oid =
              answer(
                  session,
                  """
                  select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
                  where n.nspname = 'app' and c.relname = '%s'\
                  """
                      .formatted(name),
                  List.of());
          found.put(number, oid.matches("\\d+") ? oid : number);
        });
    return found;
  }

  private static String withOids(String text, Map<String, String> captured) {
    String changed = text;
    for (var entry : captured.entrySet()) {
      changed = changed.replaceAll("\\b" + entry.getKey() + "\\b", entry.getValue());
    }
    return changed;
  }

  private static String answer(SqlSession session, String text, List<String> parameters) {
    try (SqlResult result = session.execute(text, parameters.toArray())) {
      List<String> rows = new ArrayList<>();
      for (@Nullable Object[] row = result.next(); row != null; row = result.next()) {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < row.length; i++) {
          Object value = row[i];
          fields.add(
              value == null
                  ? "NULL"
                  : TextOutputFormat.of(result.columns().get(i).type().kind(), value));
        }
        rows.add(String.join("|", fields));
      }
      return String.join("\n", rows).stripTrailing();
    } catch (ColonnadeException e) {
      return "ERROR:  " + e.sqlState() + " " + e.getMessage();
    }
  }

  /** Replaces every OID of a user's object by a word. */
  private static String normalized(SqlSession session, String answer) {
    if (!NUMBER.matcher(answer).find()) {
      return answer;
    }
    Set<String> own = new TreeSet<>();
    for (String table : List.of("pg_class", "pg_type", "pg_constraint", "pg_attrdef", "pg_enum")) {
      own.addAll(
          Arrays.asList(
              answer(session, "select oid from " + table + " where oid >= 16384", List.of())
                  .split("\n")));
    }
    return NUMBER
        .matcher(answer)
        .replaceAll(
            found -> own.contains(found.group()) ? "OID" : Matcher.quoteReplacement(found.group()));
  }
}
