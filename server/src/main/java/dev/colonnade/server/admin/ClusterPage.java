package dev.colonnade.server.admin;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.server.admin.http.PageResponse;
import dev.colonnade.server.admin.view.AdminView;
import dev.colonnade.storage.cluster.ClusterStatus;
import java.io.IOException;
import java.util.Locale;

/** Page about the cluster as this member knows it. */
final class ClusterPage {
  private static final int OK = 200;
  private static final double NANOS_PER_SECOND = 1e9;

  private final AdminView view;

  ClusterPage(AdminView view) {
    this.view = requireNonNull(view, "view is null");
  }

  /** Returns the page; without a cluster it states only that. */
  PageResponse cluster() {
    ClusterStatus status = view.cluster();
    return JsonResponses.answer(
        OK,
        json -> {
          json.writeBooleanField("member", status != null);
          if (status != null) {
            write(json, status);
          }
        });
  }

  private static void write(JsonGenerator json, ClusterStatus status) throws IOException {
    long lag = status.lagNanos(PhysicalClock.system().epochNanos());
    json.writeStringField("name", status.self());
    json.writeStringField("role", status.role().name().toLowerCase(Locale.ROOT));
    json.writeNumberField("term", status.term());
    json.writeStringField("leader", status.leader());
    json.writeNumberField("committed", status.log().committed());
    json.writeNumberField("applied", status.log().applied());
    json.writeNumberField("durable", status.log().durable());
    json.writeNumberField("log_bytes", status.log().bytes());
    json.writeNumberField("lag_entries", status.lagEntries());
    if (lag != ClusterStatus.LAG_UNKNOWN) {
      json.writeNumberField("lag_seconds", lag / NANOS_PER_SECOND);
    }
    json.writeArrayFieldStart("members");
    for (ClusterStatus.Member member : status.members()) {
      json.writeStartObject();
      json.writeStringField("name", member.peer().id());
      json.writeStringField("address", member.peer().address());
      if (member.matchIndex() >= 0) {
        json.writeNumberField("match", member.matchIndex());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
