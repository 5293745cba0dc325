package dev.colonnade.bench;

import dev.colonnade.bench.tpch.Scale;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What every workload understands. */
public final class BenchOptions {
  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the results to this file, as JSON.")
  private Optional<Path> json = Optional.empty();

  @Option(
      names = "--url",
      paramLabel = "URL",
      converter = ServerUrlConverter.class,
      description = "Measure this server, colonnade://host:port, instead of one of our own.")
  private Optional<URI> url = Optional.empty();

  @Option(
      names = "--http-url",
      paramLabel = "URL",
      description = "Where the server of --url answers HTTP, for figures of its memory.")
  private Optional<URI> httpUrl = Optional.empty();

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "0.1",
      converter = ScaleConverter.class,
      description = "TPC-H scale factor of the data (default: ${DEFAULT-VALUE}).")
  private Scale scale = ScaleConverter.DEFAULT;

  @Option(
      names = "--repetitions",
      paramLabel = "COUNT",
      converter = PositiveConverter.class,
      defaultValue = "5",
      description =
          "How often each figure is measured; the median counts (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      converter = PositiveConverter.class,
      defaultValue = "5",
      description = "How long each rate is measured (default: ${DEFAULT-VALUE}).")
  private int durationSeconds;

  public Optional<Path> json() {
    return json;
  }

  public Optional<URI> url() {
    return url;
  }

  public Optional<URI> httpUrl() {
    return httpUrl;
  }

  public Scale scale() {
    return scale;
  }

  public int repetitions() {
    return repetitions;
  }

  public int durationSeconds() {
    return durationSeconds;
  }
}
