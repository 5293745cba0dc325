package dev.colonnade.sql.statement.context;

import dev.colonnade.sql.function.NotificationService;
import dev.colonnade.sql.notification.SessionNotifications;
import dev.colonnade.sql.statement.Execution;
import java.util.List;

/** The functions of notifications in one execution. */
record StatementNotificationService(Execution execution) implements NotificationService {
  @Override
  public void send(String channel, String payload) {
    notifications().send(channel, payload);
  }

  @Override
  public List<String> channels() {
    return notifications().channels();
  }

  private SessionNotifications notifications() {
    return execution.transaction().session().notifications();
  }
}
