package dev.colonnade.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives every {@code await()} of the tests two minutes instead of ten seconds: a slow machine is
 * not a failure. JUnit finds it by itself, as an extension of all classes.
 */
public final class PatientWaits implements BeforeAllCallback {
  private static final Duration WAIT_MAX = Duration.ofMinutes(2);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(WAIT_MAX);
  }
}
