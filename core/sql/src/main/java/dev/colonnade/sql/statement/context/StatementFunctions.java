package dev.colonnade.sql.statement.context;

import dev.colonnade.sql.access.SessionSignals;
import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.statement.Execution;
import java.time.Duration;
import java.time.ZoneId;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Session services for the functions of one execution. */
record StatementFunctions(Execution execution) implements FunctionContext {
  /** Interval in which a sleeping statement checks for cancellation. */
  private static final Duration NAP = Duration.ofMillis(10);

  @Override
  public long startMicros() {
    return execution.transaction().startMicros();
  }

  @Override
  public long clockMicros() {
    return execution.transaction().session().clockMicros();
  }

  @Override
  public long readTimestamp() {
    return execution.transaction().readTimestamp();
  }

  @Override
  public ZoneId timeZone() {
    return SessionInput.of(execution.settings()).zone();
  }

  /** Returns the properties of the session for the texts of dates and times. */
  InputContext input() {
    return new InputContext(SessionInput.of(execution.settings()), startMicros());
  }

  @Override
  public int sessionNumber() {
    return execution.transaction().session().number();
  }

  @Override
  public boolean cancelSession(int number) {
    SessionSignals signals = signals(number, true);
    if (signals != null) {
      signals.cancel();
    }
    return signals != null;
  }

  @Override
  public boolean terminateSession(int number) {
    SessionSignals signals = signals(number, false);
    if (signals != null) {
      signals.terminate();
    }
    return signals != null;
  }

  private @Nullable SessionSignals signals(int number, boolean isCancel) {
    SessionSignals signals = execution.transaction().session().signals(number);
    if (signals == null) {
      warn("PID %d is not a PostgreSQL backend process".formatted(number));
    } else {
      SignalRights.require(execution.transaction(), number, isCancel);
    }
    return signals;
  }

  @Override
  public void warn(String message) {
    execution.notices().warn(message);
  }

  @Override
  public boolean isOpen(int number) {
    return execution.transaction().session().signals(number) != null;
  }

  @Override
  public String setting(String name) {
    return execution.settings().show(name);
  }

  @Override
  public double random() {
    return ThreadLocalRandom.current().nextDouble();
  }

  @Override
  public void sleep(double seconds) {
    long naps = Math.round(seconds * 1000 / NAP.toMillis());
    for (long i = 0; i < naps; i++) {
      execution.cancellation().check();
      try {
        Thread.sleep(NAP);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
