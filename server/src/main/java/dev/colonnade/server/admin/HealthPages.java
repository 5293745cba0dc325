package dev.colonnade.server.admin;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.colonnade.engine.DatabaseState;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.admin.http.HttpAnswer;
import dev.colonnade.store.StoreStatistics;
import java.io.IOException;
import java.util.Locale;

/**
 * Says whether the server is alive, and whether it takes requests. A store that takes no writes is
 * told and is no reason to restart the server: reads go on, and a restart helps nobody.
 */
final class HealthPages {
  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;

  private final AdminView view;

  HealthPages(AdminView view) {
    this.view = requireNonNull(view, "view is null");
  }

  /** Is the process alive? 200 as long as it can say so. */
  HttpAnswer health() {
    return JsonText.answer(OK, this::writeHealth);
  }

  /** Does it take requests? 200 if so, else 503. */
  HttpAnswer ready() {
    boolean isReady =
        view.phase() == ServerPhase.READY && view.database().state() == DatabaseState.OPEN;
    return JsonText.answer(
        isReady ? OK : UNAVAILABLE,
        json -> {
          json.writeBooleanField("ready", isReady);
          json.writeStringField("phase", phase());
        });
  }

  private void writeHealth(JsonGenerator json) throws IOException {
    json.writeStringField("status", "alive");
    json.writeStringField("phase", phase());
    json.writeObjectFieldStart("store");
    try {
      StoreStatistics.Background background = view.database().statistics().store().background();
      json.writeStringField("state", "open");
      json.writeBooleanField("writable", !background.writesStopped());
      json.writeNumberField("background_errors", background.errors());
    } catch (ColonnadeException e) {
      if (e.code() != ErrorCode.SHUTTING_DOWN) {
        throw e;
      }
      json.writeStringField("state", "closing");
      json.writeBooleanField("writable", false);
    }
    json.writeEndObject();
  }

  private String phase() {
    return view.phase().name().toLowerCase(Locale.ROOT);
  }
}
