package dev.colonnade.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * JUnit extension that raises the default timeout of {@code await()} from ten seconds to two
 * minutes, so that tests do not fail on a slow machine. JUnit registers it automatically for all
 * classes.
 */
public final class PatientWaits implements BeforeAllCallback {
  private static final Duration WAIT_MAX = Duration.ofMinutes(2);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(WAIT_MAX);
  }
}
