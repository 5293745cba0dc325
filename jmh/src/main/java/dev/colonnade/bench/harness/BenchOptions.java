package dev.colonnade.bench.harness;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Command-line options that all workloads share. */
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
      description =
          "Measure this server, colonnade://host:port, instead of starting a temporary one.")
  private Optional<URI> url = Optional.empty();

  @Option(
      names = "--http-url",
      paramLabel = "URL",
      description = "HTTP address of the server of --url, to read its memory metrics.")
  private Optional<URI> httpUrl = Optional.empty();

  public Optional<Path> json() {
    return json;
  }

  public Optional<URI> url() {
    return url;
  }

  public Optional<URI> httpUrl() {
    return httpUrl;
  }
}
