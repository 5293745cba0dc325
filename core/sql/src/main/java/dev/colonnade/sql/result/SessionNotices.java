package dev.colonnade.sql.result;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.setting.SessionSettings;
import java.util.ArrayList;
import java.util.List;

/** Notices of a session that its client has not received yet. One thread. */
public final class SessionNotices {
  private final SessionSettings settings;
  private final List<SqlNotice> notices = new ArrayList<>();

  public SessionNotices(SessionSettings settings) {
    this.settings = requireNonNull(settings, "settings is null");
  }

  /** Adds a notice, unless {@code client_min_messages} suppresses it. */
  public void add(SqlNotice notice) {
    if (notice.isVisibleAt(settings.show("client_min_messages"))) {
      notices.add(notice);
    }
  }

  /** Removes and returns all notices. */
  public List<SqlNotice> take() {
    List<SqlNotice> taken = List.copyOf(notices);
    notices.clear();
    return taken;
  }

  /** Returns the number of notices. */
  public int count() {
    return notices.size();
  }

  /** Removes the notices that were added after the first {@code count}. */
  public void truncate(int count) {
    notices.subList(Math.min(count, notices.size()), notices.size()).clear();
  }
}
