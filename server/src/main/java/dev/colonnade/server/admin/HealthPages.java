package dev.colonnade.server.admin;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.admin.http.PageResponse;
import dev.colonnade.server.admin.view.AdminView;
import dev.colonnade.server.admin.view.ServerPhase;
import dev.colonnade.storage.StorageStatistics;
import dev.colonnade.storage.cluster.ClusterStatus;
import dev.colonnade.storage.lifecycle.LifecycleState;
import dev.colonnade.store.StoreStatistics;
import dev.colonnade.store.disk.DiskStatus;
import java.io.IOException;
import java.util.Locale;

/**
 * Liveness and readiness pages. A store that accepts no writes is reported, but it is no reason to
 * restart the server: reads still work, and a restart does not repair the store.
 */
final class HealthPages {
  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;

  private final AdminView view;

  HealthPages(AdminView view) {
    this.view = requireNonNull(view, "view is null");
  }

  /** Returns the liveness page: 200 as long as the process responds. */
  PageResponse health() {
    return JsonResponses.answer(OK, this::writeHealth);
  }

  /**
   * Returns the readiness page: 200 if the server accepts requests, and is not a follower that lags
   * or knows no leader; else 503.
   */
  PageResponse ready() {
    ClusterStatus cluster = view.cluster();
    boolean isReady =
        view.phase() == ServerPhase.READY
            && view.database().state() == LifecycleState.OPEN
            && (cluster == null || cluster.isUpToDate(PhysicalClock.system().epochNanos()));
    return JsonResponses.answer(
        isReady ? OK : UNAVAILABLE,
        json -> {
          json.writeBooleanField("ready", isReady);
          json.writeStringField("phase", phase());
          if (cluster != null) {
            json.writeStringField("role", cluster.role().name().toLowerCase(Locale.ROOT));
          }
        });
  }

  private void writeHealth(JsonGenerator json) throws IOException {
    json.writeStringField("status", "alive");
    json.writeStringField("phase", phase());
    json.writeObjectFieldStart("store");
    try {
      StorageStatistics statistics = view.database().statistics();
      StoreStatistics.Background background = statistics.store().background();
      String readOnlyReason = view.database().storage().readOnlyReason();
      boolean isDiskFull = statistics.disk().isLow() || readOnlyReason != null;
      json.writeStringField("state", "open");
      json.writeBooleanField(
          "writable", !background.writesStopped() && !background.writesFailing() && !isDiskFull);
      json.writeNumberField("background_errors", background.errors());
      if (readOnlyReason != null) {
        json.writeStringField("read_only", readOnlyReason);
      }
      writeDisk(json, statistics.disk(), isDiskFull);
    } catch (ColonnadeException e) {
      if (e.code() != ErrorCode.SHUTTING_DOWN) {
        throw e;
      }
      json.writeStringField("state", "closing");
      json.writeBooleanField("writable", false);
    }
    json.writeEndObject();
  }

  private static void writeDisk(JsonGenerator json, DiskStatus disk, boolean isFull)
      throws IOException {
    json.writeObjectFieldStart("disk");
    json.writeStringField("state", isFull ? "full" : "ok");
    json.writeNumberField("free_bytes", disk.freeBytes());
    json.writeNumberField("reserved_bytes", disk.reservedBytes());
    json.writeEndObject();
  }

  private String phase() {
    return view.phase().name().toLowerCase(Locale.ROOT);
  }
}
