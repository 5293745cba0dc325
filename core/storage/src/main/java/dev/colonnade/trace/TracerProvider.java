package dev.colonnade.trace;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ServiceLoader;

/** Provider of tracers, found by {@link ServiceLoader}. */
public interface TracerProvider {
  /**
   * Returns a tracer, which the caller closes.
   *
   * @param options with an endpoint
   * @param version version of the server
   */
  Tracer open(TracerOptions options, String version);

  /** Returns the provider on the class path; throws INVALID_CONFIGURATION if there is none. */
  static TracerProvider find() {
    return ServiceLoader.load(TracerProvider.class)
        .findFirst()
        .orElseThrow(
            () ->
                new ColonnadeException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "tracing.endpoint is set, but tracing is not installed: colonnade-tracing and"
                        + " its libraries are not on the class path; remove the setting or add"
                        + " them"));
  }
}
