/** Logins by the header of each call: a user with a password, or the token of a session. */
@NullMarked
package dev.colonnade.flight.login;

import org.jspecify.annotations.NullMarked;
