package dev.colonnade.bench.analytics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.colonnade.bench.tpch.Scale;
import dev.colonnade.bench.tpch.query.ComparableResult;
import dev.colonnade.bench.tpch.query.TpchQuery;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * DuckDB in a process of {@code python3}, whose module {@code duckdb} must be installed. The tables
 * have no keys and no indexes. One thread.
 */
final class DuckDb implements AnalyticalDatabase {
  private static final String SCRIPT =
      TpchQuery.resource("/dev/colonnade/bench/analytics/duckdb.py");
  private static final Pattern PRIMARY_KEY =
      Pattern.compile(",\\s*PRIMARY KEY \\([^)]*\\)| PRIMARY KEY", Pattern.CASE_INSENSITIVE);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Rows of the text files from which tables are loaded, one after the other. */
  private static final int FILE_ROWS_MAX = 1_000_000;

  private final Process process;
  private final BufferedWriter statements;
  private final BufferedReader answers;

  private DuckDb(Process process) {
    this.process = process;
    this.statements = process.outputWriter(StandardCharsets.UTF_8);
    this.answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Returns whether {@code python3} and its module are installed. */
  static boolean isInstalled() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "-c", "import duckdb")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false; // There is no python3.
    }
  }

  /**
   * Opens a database, and loads the tables unless they exist.
   *
   * @param folder folder of its file
   * @param prefix beginning of the command line, such as that of a memory limit
   */
  static DuckDb open(Path folder, List<String> prefix, long memoryBytes, Scale scale)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(List.of("python3", "-c", SCRIPT, folder.resolve("duckdb").toString()));
    command.add(memoryBytes + "B");
    DuckDb database =
        new DuckDb(
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    try {
      database.fill(folder.resolve("rows.tbl"), scale);
      return database;
    } catch (IOException | RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private void fill(Path file, Scale scale) throws IOException {
    String count = "select count(*) from duckdb_tables() where table_name = 'lineitem'";
    if (!execute(count).rows().equals(List.of(List.of("0")))) {
      return;
    }
    execute("begin");
    execute(PRIMARY_KEY.matcher(TpchQuery.resource("/tpch/schema.sql")).replaceAll(""));
    for (TpchTable<?> table : TpchTable.getTables()) {
      load(table, scale, file);
    }
    execute("commit");
    execute("checkpoint");
  }

  private <E extends TpchEntity> void load(TpchTable<E> table, Scale scale, Path file)
      throws IOException {
    Iterator<E> rows = table.createGenerator(scale.factor(), 1, 1).iterator();
    String copy =
        "copy %s from '%s' (delimiter '|', quote '', escape '', header false, auto_detect false)"
            .formatted(table.getTableName(), file);
    while (rows.hasNext()) {
      write(rows, file);
      execute(copy);
    }
    Files.deleteIfExists(file);
  }

  /** Writes the next rows as text, without the delimiters at their ends. */
  private static <E extends TpchEntity> void write(Iterator<E> rows, Path file) throws IOException {
    try (BufferedWriter lines = Files.newBufferedWriter(file)) {
      for (int i = 0; i < FILE_ROWS_MAX && rows.hasNext(); i++) {
        String line = rows.next().toLine();
        lines.write(line, 0, line.endsWith("|") ? line.length() - 1 : line.length());
        lines.write('\n');
      }
    }
  }

  @Override
  public String name() {
    return "duckdb";
  }

  @Override
  public ComparableResult execute(String sql) throws IOException {
    statements.write(JSON.writeValueAsString(sql));
    statements.newLine();
    statements.flush();
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("the process of DuckDB has ended: sql=" + sql);
    }
    JsonNode answer = JSON.readTree(line);
    if (answer.has("error")) {
      throw new IOException("DuckDB: " + answer.get("error").asText() + " sql=" + sql);
    }
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode row : answer.get("rows")) {
      List<String> values = new ArrayList<>();
      row.forEach(value -> values.add(value.asText()));
      rows.add(values);
    }
    return new ComparableResult(rows);
  }

  @Override
  public void close() throws IOException {
    statements.close(); // The process ends with its input.
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
