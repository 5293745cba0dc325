package dev.colonnade.sql.monitor;

import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.activity.SessionActivity;
import dev.colonnade.sql.frontend.text.PasswordTexts;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.setting.SessionSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log of the slow statements of a session, under the logger {@value #LOGGER}: those that take as
 * long as {@code log_min_duration_statement}, and with their plans those that take as long as
 * {@code auto_explain.log_min_duration}. Passwords and control characters are replaced; values of
 * parameters are left out unless {@code log_parameter_max_length} permits them. One thread.
 */
final class SlowStatementLog {
  static final String LOGGER = "dev.colonnade.statement";

  /** Longest text that is logged, in characters. */
  static final int TEXT_MAX = 8_192;

  /** Maximum number of lines of a plan that are logged. */
  static final int PLAN_LINES_MAX = 500;

  private static final long OFF = Long.MAX_VALUE;
  private static final Logger LOG = LoggerFactory.getLogger(LOGGER);

  private final SqlSessionContext context;
  private long textNanosMin = OFF;
  private long planNanosMin = OFF;
  private int parameterLengthMax;

  SlowStatementLog(SqlSessionContext context) {
    this.context = context;
  }

  /** Reads the thresholds of the settings. */
  void read(SessionSettings settings) {
    textNanosMin = nanos(settings.thresholdMillis("log_min_duration_statement"));
    planNanosMin = nanos(settings.thresholdMillis("auto_explain.log_min_duration"));
    parameterLengthMax = Integer.parseInt(settings.show("log_parameter_max_length"));
  }

  private static long nanos(long millis) {
    return millis < 0 ? OFF : TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Returns whether any statement may be logged. */
  boolean isOn() {
    return Math.min(textNanosMin, planNanosMin) != OFF;
  }

  /**
   * Logs an execution if it has taken long enough.
   *
   * @param nanos time of the execution and of planning
   */
  void executed(
      SqlPrepared prepared, List<@Nullable Object> parameters, long nanos, long rowCount) {
    if (nanos < textNanosMin && nanos < planNanosMin) {
      return;
    }
    SessionActivity activity = context.activity();
    StringBuilder line =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "duration=%.3f ms session=%d statement=%d user=\"%s\" rows=%d text=",
                nanos / 1e6,
                activity.number(),
                prepared.text().shape().id(),
                printable(activity.user()),
                rowCount));
    line.append(printable(PasswordTexts.without(prepared.text().text())));
    if (parameterLengthMax != 0 && !parameters.isEmpty()) {
      line.append(" parameters=").append(shown(parameters));
    }
    if (nanos >= planNanosMin) {
      prepared.explain().stream()
          .limit(PLAN_LINES_MAX)
          .forEach(planLine -> line.append("\n\t").append(printable(planLine)));
    }
    LOG.info("{}", line);
  }

  private List<String> shown(List<@Nullable Object> parameters) {
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      Object value = parameters.get(i);
      String text = value == null ? "NULL" : "'" + cut(printable(value.toString())) + "'";
      shown.add("$" + (i + 1) + " = " + text);
    }
    return shown;
  }

  private String cut(String text) {
    return parameterLengthMax > 0 && text.length() > parameterLengthMax
        ? text.substring(0, parameterLengthMax) + "..."
        : text;
  }

  /** Returns a text on one line, cut to a maximum length. */
  private static String printable(String text) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < Math.min(text.length(), TEXT_MAX); i++) {
      char c = text.charAt(i);
      shown.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? ' ' : c);
    }
    return shown.toString();
  }
}
