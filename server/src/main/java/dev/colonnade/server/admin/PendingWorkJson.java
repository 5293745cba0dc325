package dev.colonnade.server.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.colonnade.split.queue.PendingWork;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** JSON form of the pending split or merge of a range. */
final class PendingWorkJson {
  private PendingWorkJson() {}

  /** Writes an object, or null if nothing is pending. */
  static void write(JsonGenerator json, @Nullable PendingWork work) throws IOException {
    if (work == null) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    writeFields(json, work);
    json.writeEndObject();
  }

  static void writeFields(JsonGenerator json, PendingWork work) throws IOException {
    json.writeStringField("state", work.state().name().toLowerCase(Locale.ROOT));
    json.writeNumberField("priority", work.priority());
    json.writeNumberField("waited_millis", TimeUnit.NANOSECONDS.toMillis(work.waitedNanos()));
    json.writeNumberField("attempts", work.attempts());
    json.writeBooleanField("will_repeat", work.willRepeat());
    json.writeStringField("failure", work.failure());
  }
}
