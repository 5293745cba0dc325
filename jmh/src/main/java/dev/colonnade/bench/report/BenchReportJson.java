package dev.colonnade.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * JSON file format of a {@link BenchReport}:
 *
 * <pre>
 * {"workload": "scan", "commit": "...", "machine": {"cpu": ..., "cores": ...},
 *  "results": [{"name": "...", "value": 1.5, "unit": "x"}, ...]}
 * </pre>
 */
public final class BenchReportJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private BenchReportJson() {}

  /** Writes the report to a file. Creates missing folders. */
  public static void write(BenchReport report, Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, MAPPER.writeValueAsString(report) + "\n");
  }

  public static BenchReport read(Path file) throws IOException {
    return MAPPER.readValue(file.toFile(), BenchReport.class);
  }
}
