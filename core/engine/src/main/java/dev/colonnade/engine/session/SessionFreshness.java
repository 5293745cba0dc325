package dev.colonnade.engine.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.storage.StorageEngine;
import dev.colonnade.storage.lifecycle.StorageRole;
import java.util.concurrent.TimeUnit;

/**
 * Maximum age of what a session reads on a follower of a cluster, in SQL by the setting {@value
 * #SETTING}. It is required before a read timestamp is chosen. On a leader it has no effect: there
 * the age is always zero.
 */
public final class SessionFreshness {
  /** Name of the setting, in milliseconds; -1 for any age, 0 for linearizable reads. */
  public static final String SETTING = "follower_read_staleness";

  private static final long UNLIMITED = -1;

  private final StorageEngine storage;
  private final SessionSettings settings;

  /** Maximum age of requests outside of SQL. */
  private volatile long requestMillisMax = UNLIMITED;

  SessionFreshness(StorageEngine storage, SessionSettings settings) {
    this.storage = requireNonNull(storage, "storage is null");
    this.settings = requireNonNull(settings, "settings is null");
  }

  /**
   * Requires the age of the setting.
   *
   * @throws ColonnadeException SERIALIZATION_FAILURE if it is not reached
   */
  public void requireForStatement() {
    if (isReplica()) {
      require(settings.thresholdMillis(SETTING));
    }
  }

  /** Variant of {@link #requireForStatement} that throws {@link WouldBlockException}. */
  public void requireForStatementWithoutWaiting() {
    if (!isEnoughForStatement()) {
      throw new WouldBlockException();
    }
  }

  /** Returns whether the state has the age of the setting. Never blocks. */
  public boolean isEnoughForStatement() {
    return !isReplica() || isEnough(settings.thresholdMillis(SETTING));
  }

  /** Sets the maximum age of requests outside of SQL; -1 for any age. */
  public void requestMillisMax(long millis) {
    if (millis < UNLIMITED) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "%s=%d is below -1".formatted(SETTING, millis));
    }
    requestMillisMax = millis;
  }

  /** Requires the age of requests outside of SQL. */
  public void requireForRequest() {
    if (isReplica()) {
      require(requestMillisMax);
    }
  }

  /** Returns whether the state has the age of requests outside of SQL. Never blocks. */
  public boolean isEnoughForRequest() {
    return !isReplica() || isEnough(requestMillisMax);
  }

  /** Returns whether the role is that of a replica; it may become the leader. */
  private boolean isReplica() {
    return storage.role() == StorageRole.REPLICA;
  }

  private void require(long millisMax) {
    if (millisMax != UNLIMITED) {
      storage.freshness().require(TimeUnit.MILLISECONDS.toNanos(millisMax));
    }
  }

  private boolean isEnough(long millisMax) {
    return millisMax == UNLIMITED
        || storage.freshness().isWithin(TimeUnit.MILLISECONDS.toNanos(millisMax));
  }
}
