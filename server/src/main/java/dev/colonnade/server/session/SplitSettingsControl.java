package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.protocol.request.ServerRequest;
import dev.colonnade.server.config.load.CurrentSettings;
import dev.colonnade.server.config.load.ResolvedSetting;
import dev.colonnade.server.config.load.SettingChange;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.split.SplitScheduler;
import dev.colonnade.split.limit.LimitTable;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Online changes of the split settings. One instance per server; thread-safe. */
public final class SplitSettingsControl {
  private static final Logger LOG = LoggerFactory.getLogger(SplitSettingsControl.class);

  private final SplitScheduler splits;
  private final SplitConfig atStart;

  /** Current settings. Guarded by the monitor. */
  private SplitConfig current;

  /**
   * Creates the control of a server.
   *
   * @param atStart settings with which the server was started
   */
  public SplitSettingsControl(SplitScheduler splits, SplitConfig atStart) {
    this.splits = requireNonNull(splits, "splits is null");
    this.atStart = requireNonNull(atStart, "atStart is null");
    this.current = atStart;
  }

  /** Returns the current settings of the server; {@code read} contains those at its start. */
  public synchronized List<ResolvedSetting> settings(List<ResolvedSetting> read) {
    return CurrentSettings.of(read, atStart, current);
  }

  /** Changes a setting of the server until its next start. */
  synchronized void change(ServerRequest.SetSetting request) {
    SplitConfig changed = new SettingChange(request.name(), request.value()).applyTo(current);
    splits.changePressure(_ -> changed.effectivePressure());
    splits.changePace(changed.pace());
    splits.changeQueue(_ -> changed.queue());
    if (!changed.limits().equals(current.limits())) {
      splits.changeDefaultLimits(changed.limits());
    }
    if (changed.enabled()) {
      splits.resume();
    } else {
      splits.pause();
    }
    current = changed;
    LOG.info("setting changed name={} value={}", request.name(), request.value());
  }

  /** Changes the limits of a table durably; an empty value restores those of the server. */
  synchronized void change(Table table, ServerRequest.SetSetting request) {
    LimitTable limits = splits.limits();
    SettingChange change = new SettingChange(request.name(), request.value());
    if (request.value().isEmpty()) {
      splits.resetLimits(table.id());
    } else {
      splits.changeLimits(
          table.id(),
          change.applyTo(limits.byTable().getOrDefault(table.id(), limits.defaults()), current));
    }
    LOG.info(
        "setting changed table={} name={} value={}", table.name(), request.name(), request.value());
  }
}
