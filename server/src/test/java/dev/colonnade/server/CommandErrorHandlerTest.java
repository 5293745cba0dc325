package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class CommandErrorHandlerTest {
  private static String report(Exception failure) {
    StringWriter text = new StringWriter();
    CommandErrorHandler.report(failure, new PrintWriter(text));
    return text.toString();
  }

  @Test
  void shouldNameAFileThatIsMissingOrCannotBeRead() {
    assertThat(report(new NoSuchFileException("a b.sql")))
        .isEqualToNormalizingNewlines("colonnade: a b.sql: no such file or folder\n");
    assertThat(report(new AccessDeniedException("/root/x")))
        .isEqualToNormalizingNewlines("colonnade: /root/x: permission denied\n");
  }

  @Test
  void shouldWriteOneLineForEachFailure() {
    assertThat(report(new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "first\n  second")))
        .isEqualToNormalizingNewlines("colonnade: first second\n");
    assertThat(report(new IOException("disk")))
        .isEqualToNormalizingNewlines("colonnade: java.io.IOException: disk\n");
  }
}
