package dev.colonnade.sql.execute;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Closing of several objects, all of them also if some fail. Stateless. */
public final class Closing {
  private Closing() {}

  /** Closes objects in order. Throws the first error at the end, with the others suppressed. */
  public static <T> void all(List<? extends T> open, Consumer<? super T> close) {
    Throwable first = null;
    for (T each : open) {
      try {
        close.accept(each);
      } catch (RuntimeException | Error e) {
        first = joined(first, e);
      }
    }
    switch (first) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException("could not close", first);
    }
  }

  private static Throwable joined(@Nullable Throwable first, Throwable next) {
    if (first == null) {
      return next;
    }
    if (first != next) {
      first.addSuppressed(next);
    }
    return first;
  }
}
