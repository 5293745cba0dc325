package dev.colonnade.server.admin.metrics;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.ToDoubleFunction;

/**
 * Builder of meters whose values are read from {@code source} at each scrape.
 *
 * @param source object from which the values are read
 * @param tags labels of the meters; may be empty
 */
record PolledMeters<T>(MeterRegistry registry, T source, Tags tags) {
  PolledMeters {
    requireNonNull(registry, "registry is null");
    requireNonNull(source, "source is null");
    requireNonNull(tags, "tags is null");
  }

  static <T> PolledMeters<T> of(MeterRegistry registry, T source) {
    return new PolledMeters<>(registry, source, Tags.empty());
  }

  /** Returns a copy with a further label. */
  PolledMeters<T> tag(String name, String value) {
    return new PolledMeters<>(registry, source, tags.and(name, value));
  }

  /** Registers a gauge. The registry references the source strongly. */
  PolledMeters<T> gauge(String name, String description, ToDoubleFunction<T> value) {
    Gauge.builder(name, source, value)
        .description(description)
        .tags(tags)
        .strongReference(true)
        .register(registry);
    return this;
  }

  /**
   * Registers a monotonic counter. The registry references the source weakly: a gauge of the same
   * source, or the caller, must retain it.
   */
  PolledMeters<T> counter(String name, String description, ToDoubleFunction<T> value) {
    FunctionCounter.builder(name, source, value)
        .description(description)
        .tags(tags)
        .register(registry);
    return this;
  }
}
