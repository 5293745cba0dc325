package dev.colonnade.server.admin.metrics;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.ToDoubleFunction;

/**
 * A meter that is read from {@code source} when the page is made.
 *
 * @param source is kept by the registry
 * @param tags may be none
 */
record Reading<T>(MeterRegistry registry, T source, Tags tags) {
  Reading {
    requireNonNull(registry, "registry is null");
    requireNonNull(source, "source is null");
    requireNonNull(tags, "tags is null");
  }

  static <T> Reading<T> of(MeterRegistry registry, T source) {
    return new Reading<>(registry, source, Tags.empty());
  }

  /** The same with a label. */
  Reading<T> tag(String name, String value) {
    return new Reading<>(registry, source, tags.and(name, value));
  }

  /** Registers what goes up and down. */
  Reading<T> gauge(String name, String description, ToDoubleFunction<T> value) {
    Gauge.builder(name, source, value)
        .description(description)
        .tags(tags)
        .strongReference(true)
        .register(registry);
    return this;
  }

  /** Registers what only ever goes up. The registry keeps the source by its other meters only. */
  Reading<T> counter(String name, String description, ToDoubleFunction<T> value) {
    FunctionCounter.builder(name, source, value)
        .description(description)
        .tags(tags)
        .register(registry);
    return this;
  }
}
