package dev.colonnade.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.sql.access.SqlSessionContext;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** Test of the details of errors when the privileges cannot be read. */
final class ErrorDetailsTest {
  private static ColonnadeException shown(ErrorCode code) {
    SqlSessionContext context =
        (SqlSessionContext)
            Proxy.newProxyInstance(
                ErrorDetailsTest.class.getClassLoader(),
                new Class<?>[] {SqlSessionContext.class},
                (proxy, method, arguments) -> {
                  throw new WouldBlockException();
                });
    ErrorFields fields = ErrorFields.NONE.withTable("t").withDetail("Key (id)=(1) exists.");
    return new ErrorDetails(context).shown(new ColonnadeException(code, "message").with(fields));
  }

  @Test
  void shouldReportTheErrorWithoutTheDetailIfPrivilegesCannotBeReadWithoutWaiting() {
    ColonnadeException error = shown(ErrorCode.UNIQUE_VIOLATION);
    assertThat(error.code()).isEqualTo(ErrorCode.UNIQUE_VIOLATION);
    assertThat(error.fields().detail()).isNull();
    assertThat(error.fields().table()).isEqualTo("t");
  }

  @Test
  void shouldKeepDetailsThatDoNotShowRows() {
    assertThat(shown(ErrorCode.UNKNOWN_OBJECT).fields().detail()).isNotNull();
  }
}
