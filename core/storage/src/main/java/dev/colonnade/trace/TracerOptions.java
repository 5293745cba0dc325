package dev.colonnade.trace;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Options of tracing.
 *
 * @param endpoint URL to which spans are sent (OTLP over HTTP); empty if nothing is traced
 * @param sampleRatio part of the traces that begin in this server which are recorded, from 0 to 1.
 *     Traces of clients are recorded if the client records them
 * @param serviceName name of the service in the traces
 */
public record TracerOptions(Optional<String> endpoint, double sampleRatio, String serviceName) {
  public static final double RATIO_DEFAULT = 0.01;
  public static final String NAME_DEFAULT = "colonnade";

  private static final Pattern HTTP = Pattern.compile("https?://[^/?#\\s]+(/\\S*)?");

  /** Nothing is traced. */
  public static final TracerOptions OFF =
      new TracerOptions(Optional.empty(), RATIO_DEFAULT, NAME_DEFAULT);

  public TracerOptions {
    requireNonNull(endpoint, "endpoint is null");
    requireNonNull(serviceName, "serviceName is null");
    if (!(sampleRatio >= 0 && sampleRatio <= 1)) {
      throw new IllegalArgumentException("sampleRatio=" + sampleRatio + " is not in 0 to 1");
    }
    if (serviceName.isBlank()) {
      throw new IllegalArgumentException("serviceName is blank");
    }
    endpoint.ifPresent(TracerOptions::requireHttp);
  }

  private static void requireHttp(String endpoint) {
    if (!HTTP.matcher(endpoint).matches()) {
      throw new IllegalArgumentException("endpoint=" + endpoint + " is no URL of http or https");
    }
  }

  /** Returns whether something is traced. */
  public boolean isOn() {
    return endpoint.isPresent();
  }
}
