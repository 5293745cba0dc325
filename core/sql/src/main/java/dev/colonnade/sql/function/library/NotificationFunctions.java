package dev.colonnade.sql.function.library;

import static java.util.Objects.requireNonNullElse;

import dev.colonnade.sql.function.NotificationService;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions on notifications between sessions. */
public final class NotificationFunctions {
  private NotificationFunctions() {}

  public static @Nullable Object send(
      NotificationService service, @Nullable String channel, @Nullable String payload) {
    service.send(requireNonNullElse(channel, ""), requireNonNullElse(payload, ""));
    return null;
  }

  public static List<String> channels(NotificationService service) {
    return service.channels();
  }
}
