package dev.colonnade.sql.function;

import java.util.List;

/** Statement service of the notification functions. */
public interface NotificationService extends StatementService {
  /** Sends a notification when the transaction commits. */
  void send(String channel, String payload);

  /** Returns the channels to which the session listens. */
  List<String> channels();
}
