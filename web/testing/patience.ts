import { configure } from '@testing-library/react';

// The one second that is waited for what comes later is too short where other tests keep the machine busy.
configure({ asyncUtilTimeout: 20_000 });
